// What the live pages and the page with the table have in common: loading, and the names of readings and variants.
self.moraineCommon = (() => {
"use strict"
const isServed = location.protocol.startsWith("http")
const element = (tag, text, of = {}) => Object.assign(document.createElement(tag), { textContent: text }, of)

function load(src) {
  return new Promise((done, fail) => document.head.append(Object.assign(document.createElement("script"), { src, onload: done, onerror: () => fail(new Error(src)) })))
}

async function unpacked(bytes, format, most = Infinity) {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format)).getReader(), parts = []
  for (let n = 0; ;) {
    const { done, value } = await reader.read()
    if (done) return new Blob(parts)
    if ((n += value.length) > most) throw new Error("it is too long")
    parts.push(value)
  }
}

// program returns the compiled program: fetched from a server, or taken from a script where nothing can be fetched.
async function program(name) {
  let bytes
  if (isServed) {
    const answer = await fetch(name + ".wasm.gz")
    if (!answer.ok) throw new Error(name + ".wasm.gz: " + answer.status)
    bytes = new Uint8Array(await answer.arrayBuffer())
  } else {
    await load(name + ".wasm.js")
    bytes = Uint8Array.from(atob(self.moraineProgram), (c) => c.charCodeAt(0))
    delete self.moraineProgram
  }
  const packed = bytes[0] === 0x1f && bytes[1] === 0x8b // some servers unpack it
  const stream = packed ? new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")) : new Blob([bytes])
  return WebAssembly.compileStreaming(new Response(stream, { headers: { "Content-Type": "application/wasm" } }))
}

// names loads the names of readings and variants, and the address of the program. It is small, so that the program and the game
// are then loaded side by side.
let loaded
const names = () => loaded ??= load("live-names.js").catch((e) => { loaded = null; throw e })

// start loads the game and a program: the interpreter, or the one whose name ends with more.
async function start(more = "") {
  await names()
  const name = self.moraineNames.program + more
  const [module] = await Promise.all([program(name), load(name + ".js"), load("live-game.js")])
  return { module, game: self.moraineGame }
}

// named returns the title of a variant or the text of a reading in an address, or null if the game does not have it.
function named(name) {
  const { variants, rulings } = self.moraineNames || {}
  if (!variants) return name
  const [ruling, reading] = name.split("=")
  if (reading === undefined) return Object.hasOwn(variants, name) ? `${variants[name]} (${name})` : null
  return Object.hasOwn(rulings, ruling) && Object.hasOwn(rulings[ruling], reading) ? `${name}: ${rulings[ruling][reading]}` : null
}

// decoded returns the id of an address, which anybody may have written.
function decoded(id) {
  try { return decodeURIComponent(id) } catch { return id }
}
return { isServed, element, unpacked, names, start, named, decoded }
})()
