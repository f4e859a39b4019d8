// A match against a bot: after a click, the page loads the table into a worker, which answers it as `moraine serve` answers a
// browser. The page sees the seat's pages and keeps a copy of the match, which it does not read.
(() => {
"use strict"
const $ = (id) => document.getElementById("play-" + id)
const words = document.getElementById("play").dataset, frame = $("table")
const { element, names, named } = self.moraineCommon
const base = "http://127.0.0.1", limit = 60 // seconds of an answer
const say = (text, bad) => { $("status").textContent = text; $("status").classList.toggle("failed", Boolean(bad)) }
const show = (id, on) => { $(id).hidden = !on }
const address = () => new URLSearchParams(location.hash.slice(1))

const mostDeaths = 3 // of workers without an act between them

let game, module, worker, booted, seat, at, shown, saved, running = false, deaths = 0
const jobs = new Map(), lines = new Map() // by number: questions to the worker, sockets of the table
let numbers = 0

// The worker

function ask(method, params) {
  return new Promise((done, fail) => {
    const id = ++numbers, timer = setTimeout(() => restart(words.slow), limit * 1000)
    jobs.set(id, { done, fail, timer })
    worker.postMessage(JSON.stringify({ jsonrpc: "2.0", id, method, params }))
  })
}

function end(why) {
  worker?.terminate()
  for (const job of jobs.values()) { clearTimeout(job.timer); job.fail(new Error(why)) }
  jobs.clear()
  for (const line of [...lines.values()]) line.ends("")
}

// boot starts a worker, which begins a match or continues the one that was saved.
async function boot() {
  const url = URL.createObjectURL(new Blob([self.moraineWorker], { type: "text/javascript" })), own = new Worker(url)
  worker = own
  await new Promise((done, fail) => {
    let opened = false
    const died = (why) => {
      if (worker !== own) return
      if (opened && ++deaths < mostDeaths) restart(words.died + " " + why)
      else if (opened) never(new Error(why))
      else { own.terminate(); fail(new Error(why)) }
    }
    own.onerror = (e) => { e.preventDefault(); died(e.message) }
    own.onmessage = ({ data }) => {
      if (worker !== own) return
      if (data.ready) { opened = true; done() }
      else if (data.ended) died(data.ended)
      else if (data.saved) keep(data.saved)
      else if (data.event) lines.get(data.event.conn)?.hear(data.event)
      else if (data.answer) {
        const { id, result, error } = data.answer, job = jobs.get(id)
        if (!job) return
        jobs.delete(id)
        clearTimeout(job.timer)
        if (error) job.fail(new Error(error.message))
        else job.done(data.answer.file ? { ...result, file: data.answer.file } : result)
      }
    }
    own.postMessage({ module, saved })
  })
  URL.revokeObjectURL(url)
  const rules = Object.fromEntries(Object.entries(game.files).filter(([path]) => !path.startsWith("scenarios/")))
  seat = (await ask("open", { game: game.game, lang: game.lang, in: shown, files: rules })).seat
}

// restart replaces the worker. The match continues after the last act that was saved.
function restart(why) {
  end(why)
  say(why)
  booted = boot()
  booted.catch(never)
  return booted
}

function never(e) {
  end(e.message)
  running = false
  show("bar", false)
  show("offer", true)
  show("frame", false)
  say(words.never + " " + e.message, true)
}

// What the browser keeps: the saved match, by the number in the address. Without storage the match ends with the page.

const kept = {
  async do(mode, work) {
    const db = await new Promise((done, fail) => {
      const asked = indexedDB.open("moraine", 1)
      asked.onupgradeneeded = () => asked.result.createObjectStore("matches")
      asked.onsuccess = () => done(asked.result)
      asked.onerror = () => fail(asked.error)
    })
    try {
      return await new Promise((done, fail) => {
        const change = db.transaction("matches", mode), asked = work(change.objectStore("matches"))
        change.oncomplete = () => done(asked?.result)
        change.onerror = change.onabort = () => fail(change.error)
      })
    } finally { db.close() }
  },
  get: (id) => kept.do("readonly", (all) => all.get(id)),
  put: (id, match) => kept.do("readwrite", (all) => all.put(match, id)),
  // trim removes all but the newest matches.
  async trim(most) {
    const [ids, matches] = await Promise.all([kept.do("readonly", (all) => all.getAllKeys()), kept.do("readonly", (all) => all.getAll())])
    const old = ids.map((id, i) => [matches[i].since, id]).sort().slice(0, -most)
    for (const [, id] of old) await kept.do("readwrite", (all) => all.delete(id))
  },
}

let match = "" // its number in the address
let keeping = Promise.resolve() // one after the other, so that the newest copy is the last
function keep(blob) {
  saved = blob
  deaths = 0
  const entry = { since: Date.now(), game: game.game, in: shown, saved }
  keeping = keeping.then(() => kept.put(match, entry)).catch(() => show("unkept", true))
}

// own reserves the match for this page. Two pages would overwrite each other's acts.
let owned = ""
const own = (id) => new Promise((done) => {
  if (!navigator.locks || owned === id) return done(true)
  navigator.locks.request("moraine match " + id, { ifAvailable: true }, (lock) => {
    if (lock) owned = id
    done(Boolean(lock))
    return lock && new Promise(() => {}) // until the page is closed
  }).catch(() => done(true))
})

// The table

async function go(path, form) {
  await booted
  const to = new URL(path, base + at), page = await ask("request", { method: form === undefined ? "GET" : "POST", path: to.pathname + to.search, form: form ?? "" })
  if (page.file) return download(page)
  at = page.path
  const doc = new DOMParser().parseFromString(page.text || `<p>${words.gone}</p>`, "text/html")
  for (const node of doc.querySelectorAll("script, link, base, iframe, meta[http-equiv]")) node.remove()
  doc.head.append(element("link", "", { rel: "stylesheet", href: game.program + ".table.css" }), element("script", "", { src: game.program + ".table.js", defer: true }))
  frame.srcdoc = "<!doctype html>" + doc.documentElement.outerHTML
  show("back", !at.startsWith(seat + "?") && at !== seat)
}
const visit = (path, form) => go(path, form).catch((e) => say(e.message, true))

frame.onload = () => {
  const page = frame.contentDocument
  if (!page?.body) return
  page.addEventListener("click", (e) => {
    const a = e.target.closest("a[href]"), href = a?.getAttribute("href")
    if (!a || href.startsWith("#")) return
    e.preventDefault()
    visit(href)
  })
  page.addEventListener("submit", (e) => {
    if (e.defaultPrevented) return
    e.preventDefault()
    visit(e.target.getAttribute("action") ?? at, new URLSearchParams(new FormData(e.target, e.submitter)).toString())
  })
}

function download({ name, file }) {
  const url = URL.createObjectURL(file)
  element("a", "", { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), 60000)
}

// What the scripts of the table have in place of a network, an address and storage.

const memory = {}
const storage = (name) => { try { return self[name] ?? memory } catch { return memory } } // without permission it throws
class Line {
  static CONNECTING = 0
  static OPEN = 1
  static CLOSED = 3
  constructor(url) {
    this.id = ++numbers
    this.readyState = Line.CONNECTING
    lines.set(this.id, this)
    const to = new URL(url)
    booted.then(() => ask("connect", { conn: this.id, path: to.pathname + to.search })).catch(() => this.ends(""))
  }
  hear({ kind, text, reason }) {
    if (kind === "open") { this.readyState = Line.OPEN; this.onopen?.({}) }
    else if (kind === "close") this.ends(reason)
    else this.onmessage?.({ data: text })
  }
  ends(reason) {
    if (!lines.delete(this.id)) return
    this.readyState = Line.CLOSED
    setTimeout(() => this.onclose?.({ reason }))
  }
  send(text) { ask("hear", { conn: this.id, text }).catch(() => {}) }
  close() { if (lines.has(this.id)) ask("close", { conn: this.id }).catch(() => {}); this.ends("") }
}
self.moraineTable = {
  WebSocket: Line,
  fetch: async (url) => {
    await booted
    const to = new URL(url, base + at), page = await ask("request", { method: "GET", path: to.pathname + to.search, form: "" })
    return { status: page.status, ok: page.status === 200, text: async () => page.text }
  },
  location: {
    get href() { return base + at },
    set href(to) { visit(to) },
    get pathname() { return new URL(base + at).pathname },
    get search() { return new URL(base + at).search },
    reload: () => visit(at),
  },
  localStorage: storage("localStorage"),
  sessionStorage: storage("sessionStorage"),
}

// What a reader does

async function start(continued) {
  if (running) return
  running = true
  show("offer", false)
  show("bar", true)
  show("unkept", false)
  say(words.loading)
  try {
    if (!module) ({ module, game } = await self.moraineCommon.start(".play"))
    if (!continued) match = crypto.getRandomValues(new Uint32Array(2)).join("-")
    if (!await own(match)) throw new Error(words.elsewhere)
    saved = continued?.saved
    shown = continued ? continued.in : address().has("in") ? asked.filter((name) => named(name) !== null).join(" and ") : game.in
    say(words.opening)
    booted = boot()
    await booted
    history.replaceState(null, "", "#" + new URLSearchParams({ ...shown !== game.in && { in: shown }, match }))
    kept.trim(10).catch(() => {})
    at = seat
    show("frame", true)
    await go(seat)
    say("")
    frame.focus()
  } catch (e) { never(e) }
}

const asked = (address().get("in") ?? "").split(" and ").filter(Boolean)
async function offer() {
  await names().catch(() => {})
  const lines = asked.map((name) => named(name) ?? words.unknown + " " + name)
  $("in").textContent = lines.join("\n")
  show("in", lines.length)
  const id = address().get("match"), old = id && await kept.get(id).catch(() => null)
  show("continue", old)
  if (old) $("continue").onclick = () => { match = id; start(old) }
  else if (id) say(words.lost)
}
$("start").onclick = () => start()
$("stop").onclick = () => restart(words.stopped).then(() => visit(at), () => {})
$("back").onclick = () => visit(seat)
$("save").onclick = () => booted.then(() => ask("save", { seat: at })).then((page) => page.file ? download(page) : say(words.unsaved, true)).catch((e) => say(e.message, true))
offer()
})()
