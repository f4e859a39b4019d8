// A match against a bot: after a click, the page loads the table into a worker, which answers it as `moraine serve` answers a
// browser. The page sees the seat's pages and keeps a copy of the match, which it does not read.
(() => {
"use strict"
const $ = (id) => document.getElementById("play-" + id)
const words = document.getElementById("play").dataset, frame = $("table")
const { element, names, named, decoded } = self.moraineCommon
const base = "http://127.0.0.1", limit = 60 // seconds of an answer
const say = (text, bad) => { $("status").textContent = text; $("status").classList.toggle("failed", Boolean(bad)) }
const show = (id, on) => { $(id).hidden = !on }
const address = () => new URLSearchParams(location.hash.slice(1))

const mostDeaths = 3 // of workers without an act between them

let game, module, worker, booted, shown, saved, running = false, deaths = 0
let seat = "", at = "" // the link of the seat and the page of the table; "" until the match is open
const jobs = new Map(), lines = new Map() // by number: questions to the worker, sockets of the table
let numbers = 0

// The worker

function ask(method, params) {
  return new Promise((done, fail) => {
    if (!worker) return fail(new Error(words.ended))
    const id = ++numbers, timer = setTimeout(() => restart(words.slow), limit * 1000)
    jobs.set(id, { done, fail, timer })
    worker.postMessage(JSON.stringify({ jsonrpc: "2.0", id, method, params }))
  })
}

function end(why) {
  worker?.terminate()
  worker = null
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
  return (await ask("open", { game: game.game, lang: game.lang, in: shown, files: rules })).seat
}

// restart replaces the worker of an open match, which continues after the last act that was saved.
function restart(why) {
  if (!at) return leave(why)
  end(why)
  say(why)
  const own = booted = boot()
  own.then(() => visit(at), (e) => { if (running && booted === own) never(e) }) // if not, another one has replaced it
}

// leave ends the program and the page of the table, and offers the match again.
async function leave(why, bad) {
  end(why)
  running = false
  frame.srcdoc = ""
  seat = at = ""
  show("bar", false)
  show("frame", false)
  show("offer", true)
  say(why, bad)
  await keeping
  await offer()
  if (!running) say(why, bad)
}
const never = (e) => leave(words.never + " " + e.message, true)

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
  // trim removes all but the newest matches of the book.
  async trim(most) {
    const [ids, matches] = await Promise.all([kept.do("readonly", (all) => all.getAllKeys()), kept.do("readonly", (all) => all.getAll())])
    const old = ids.map((id, i) => [matches[i].since, id, matches[i].game]).filter((m) => m[2] === words.game).sort().slice(0, -most)
    for (const [, id] of old) await kept.do("readwrite", (all) => all.delete(id))
  },
}

let match = "" // its number in the address
let keeping = Promise.resolve() // one after the other, so that the newest copy is the last
function keep(blob) {
  saved = blob
  deaths = 0
  const entry = copy()
  keeping = keeping.then(() => kept.put(match, entry)).catch(() => show("unkept", true))
}
const copy = () => ({ since: Date.now(), game: words.game, title: words.title, in: shown, saved })

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
  seat = page.seat
  target = to.hash
  const doc = new DOMParser().parseFromString(page.text || `<p>${words.gone}</p>`, "text/html")
  for (const node of doc.querySelectorAll("script, link, base, iframe, meta[http-equiv]")) node.remove()
  doc.head.append(element("link", "", { rel: "stylesheet", href: game.program + ".table.css" }), element("script", "", { src: game.program + ".table.js", defer: true }))
  frame.srcdoc = "<!doctype html>" + doc.documentElement.outerHTML
  show("back", !at.startsWith(seat + "?") && at !== seat)
}
const visit = (path, form) => go(path, form).catch((e) => say(e.message, true))

// follow visits a page at a reader's wish. Back in the browser leads to the page before.
async function follow(path, form) {
  const was = at
  say("")
  await visit(path, form)
  if (at !== was) history.pushState({ at: at + target }, "")
}
addEventListener("popstate", ({ state }) => { if (at && state?.at && address().get("match") === match) visit(state.at) })

// reach shows the target of a link in the page, which the browser would look for in this page.
let target = ""
function reach(page, hash) {
  const to = page.getElementById(decoded(hash.slice(1)))
  if (!to) return
  for (let around = to; around; around = around.parentElement) if (around.matches("details")) around.open = true
  for (const old of page.querySelectorAll(".target")) old.classList.remove("target")
  to.classList.add("target")
  if (!to.matches("a, button, input, select, textarea, summary")) to.tabIndex = -1
  to.focus({ preventScroll: true })
  to.scrollIntoView()
}

frame.onload = () => {
  const page = frame.contentDocument
  if (!page?.body) return
  if (target) reach(page, target)
  page.addEventListener("click", (e) => {
    const a = e.target.closest("a[href]"), href = a?.getAttribute("href")
    if (!a) return
    e.preventDefault()
    if (href.startsWith("#")) reach(page, href)
    else follow(href)
  })
  page.addEventListener("submit", (e) => {
    if (e.defaultPrevented) return
    e.preventDefault()
    follow(e.target.getAttribute("action") ?? at, new URLSearchParams(new FormData(e.target, e.submitter)).toString())
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
  send(text) { say(""); ask("hear", { conn: this.id, text }).catch(() => {}) }
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
    set href(to) { follow(to) },
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
  show("unkept", false)
  say(words.loading)
  try {
    if (!module) ({ module, game } = await self.moraineCommon.start(".play"))
    if (!continued) match = crypto.getRandomValues(new Uint32Array(2)).join("-")
    if (!await own(match)) throw new Error(words.elsewhere)
    saved = continued?.saved
    shown = continued ? continued.in : address().has("in") ? asked().filter((name) => named(name) !== null).join(" and ") : game.in
    show("bar", true)
    say(words.opening)
    booted = boot()
    seat = at = await booted
    const another = address().has("match") && address().get("match") !== match // Back leads to it
    history[another ? "pushState" : "replaceState"]({ at }, "", "#" + new URLSearchParams({ ...shown !== game.in && { in: shown }, match }))
    kept.trim(10).catch(() => {})
    show("frame", true)
    await go(seat)
    say("")
    frame.focus()
  } catch (e) { if (running) never(e) } // if not, the reader stopped it
}

// offer shows the configuration and the match of the address.
const asked = () => (address().get("in") ?? "").split(" and ").filter(Boolean)
async function offer() {
  await names().catch(() => {})
  if (running) return
  const lines = asked().map((name) => named(name) ?? words.unknown + " " + name)
  $("in").textContent = lines.join("\n")
  show("in", lines.length)
  const id = address().get("match"), old = id && (id === match && saved ? copy() : await kept.get(id).catch(() => null))
  const ours = old && old.game === words.game
  if (running) return
  show("continue", ours)
  $("continue").onclick = () => { match = id; start(old) }
  if (id && !ours) say(old ? words.foreign + " " + (old.title ?? old.game) : words.lost)
}
addEventListener("hashchange", () => {
  if (!running) { say(""); offer() }
  else if (address().get("match") !== match) location.reload()
})
$("start").onclick = () => start()
$("stop").onclick = () => restart(at ? words.stopped : words.ended)
$("back").onclick = () => follow(seat)
$("save").onclick = () => booted.then(() => ask("save", { seat: at })).then((page) => page.file ? download(page) : say(words.unsaved, true)).catch((e) => say(e.message, true))
offer()
})()
