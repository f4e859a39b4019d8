// The rule book runs: after a click, the page loads the interpreter into a worker, and from then on asks it for everything that depends
// on readings and changed files. The address keeps the configuration and the changes; opening it starts nothing.
(() => {
"use strict"
const $ = (id) => document.getElementById("live-" + id)
const bar = document.getElementById("live"), words = bar.dataset, content = document.querySelector(".content")
const here = decodeURIComponent(location.pathname.split("/").pop()) || "index.html"
const limits = { open: 60, run: 180, other: 60 } // seconds
const longest = { link: 16000, changes: 1 << 20 } // characters of an address, bytes of the changes in it
const edits = new Map() // path → text of each changed file
let running = false, ready = false, wish, game, module, worker, job, booted, shown = { file: here, in: "" }

const { isServed, element, unpacked, names, named, decoded } = self.moraineCommon
const say = (text) => { $("status").textContent = text }
const show = (id, on) => { $(id).hidden = !on }

// The worker

function ask(method, params) {
  return new Promise((done, fail) => {
    const timer = setTimeout(worker.died, 1000 * (limits[method] || limits.other), words.slow)
    job = { done, fail, timer }
    worker.postMessage(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }))
  })
}

function settle(how, value) {
  if (!job) return
  clearTimeout(job.timer)
  const { [how]: finish } = job
  job = null
  finish(value)
}

// boot starts a worker and opens the game with the changes. A worker that dies later is replaced.
async function boot() {
  const url = URL.createObjectURL(new Blob([self.moraineWorker], { type: "text/javascript" })), own = new Worker(url)
  let opened = false
  worker = own
  await new Promise((done, fail) => {
    own.died = (why) => {
      if (worker !== own) return
      if (opened) return restart(why === words.slow ? why : words.died + " " + why)
      fail(new Error(why))
      settle("fail", new Error(why))
    }
    own.onerror = (e) => { e.preventDefault(); own.died(e.message) }
    own.onmessage = ({ data }) => {
      if (worker !== own) return
      if (data.ready) done()
      else if (data.ended) own.died(data.ended)
      else if (data.of) { show("progress", true); $("progress").value = data.done / data.of }
      else {
        const answer = JSON.parse(data.answer)
        settle(answer.error ? "fail" : "done", answer.error ? new Error(answer.error.message) : answer.result)
      }
    }
    own.postMessage(module)
  })
  URL.revokeObjectURL(url)
  const state = await ask("open", { game: game.game, lang: game.lang, files: { ...game.files, ...Object.fromEntries(edits) } })
  opened = true
  learn(state)
}

// learn shows the errors in the files, and the variants that they declare.
function learn(state) {
  fault(state.broken)
  $("variant").replaceChildren(new Option(words.novariant, ""), ...state.variants.map((v) => new Option(v.name, v.id)))
  show("variants", state.variants.length)
  heading()
}

// reboot starts a worker without the changes if it cannot open them.
const reboot = () => boot().catch((e) => {
  worker.terminate()
  if (!edits.size) throw e
  edits.clear()
  packedEdits = ""
  return boot().then(() => fault(words.dropped))
})

// restart replaces the worker. What it was doing fails, and the actions that wait are dropped.
function restart(why) {
  worker.terminate()
  generation++
  booted = reboot()
  booted.then(files, never)
  if (job) settle("fail", new Error(why))
  else say(why)
}

// Actions run one after the other. Stop ends the current one and drops those that wait.
let actions = Promise.resolve(), generation = 0, waiting = 0
function act(what, work, failed = fault) {
  const mine = generation
  waiting++
  return actions = actions.then(async () => {
    if (mine !== generation) return
    say(what)
    show("stop", true)
    bar.setAttribute("aria-busy", "true")
    $("progress").value = 0
    try {
      await booted
      await work()
      say("")
    } catch (e) {
      if (e.message === words.stopped || e.message === words.slow || e.message.startsWith(words.died)) say(e.message)
      else { say(""); failed(e.message) }
      if (behind) failBehind(e.message)
    }
  }).finally(() => {
    if (--waiting) return
    show("stop", false)
    show("progress", false)
    bar.removeAttribute("aria-busy")
  })
}

// outdate shows that the page has another configuration or other files than the bar, until the page is redrawn.
let behind = false
function outdate(on) {
  behind = on
  document.body.toggleAttribute("data-behind", on)
  const sum = document.querySelector("#book-sum > .sum")
  if (on && sum) sum.replaceChildren(words.working)
}

// failBehind keeps a page that was not redrawn apart from the bar: the next action redraws it.
function failBehind(why) {
  stale = true
  show("count", false)
  document.querySelector("#book-sum > .sum")?.replaceChildren(why.split("\n")[0])
}

function fault(text) {
  show("error", text)
  $("error").replaceChildren(text || "")
  places($("error"))
  if (text) $("error").scrollIntoView({ block: "nearest" })
}

function never(e) {
  running = false
  delete document.body.dataset.live
  show("bar", false)
  show("offer", true)
  $("offer").append(element("p", words.never + " " + e.message, { className: "failed", role: "alert" }))
  $("offer").scrollIntoView({ block: "nearest" })
}

// The address

function address() {
  const [id, ...rest] = location.hash.slice(1).split("&"), q = new URLSearchParams(rest.join("&"))
  return { id: decoded(id), in: q.get("in"), page: q.get("page"), edit: q.get("edit") }
}

let packedEdits = "" // the changes as they stand in the address
function setAddress(id, push) {
  let file = shown.file, q = ""
  if (shown.in !== (game ? game.in : "")) q += "&in=" + encodeURIComponent(shown.in).replaceAll("%3D", "=").replaceAll("%20", "+")
  if (file !== here && !isServed) { q += "&page=" + encodeURIComponent(file); file = here }
  if (packedEdits) q += "&edit=" + packedEdits
  const to = (isServed ? file : "") + (id || q ? "#" + encodeURIComponent(id || "") + q : "")
  history[push ? "pushState" : "replaceState"](null, "", to || location.pathname)
  mark(id)
}

// mark highlights the target of the address, which is no :target beside a configuration.
function mark(id) {
  for (const at of document.querySelectorAll(".target")) at.classList.remove("target")
  if (id) document.getElementById(id)?.classList.add("target")
}

// changes returns the changed lines of each file: [path, first line, old lines, new lines].
function changes() {
  return [...edits].filter(([path, text]) => text !== game.files[path]).map(([path, text]) => {
    const a = (game.files[path] ?? "").split("\n"), b = text.split("\n")
    let from = 0, end = 0
    while (from < a.length && from < b.length && a[from] === b[from]) from++
    while (end < a.length - from && end < b.length - from && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
    return [path, from, a.slice(from, a.length - end), b.slice(from, b.length - end)]
  })
}

async function pack(list) {
  if (!list.length) return ""
  const stream = new Blob([JSON.stringify(list)]).stream().pipeThrough(new CompressionStream("deflate-raw"))
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
  return btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")
}

// unpack reads the changes of an address, which anybody may have written.
async function unpack(text) {
  if (text.length > longest.link) throw new Error(words.spoilt)
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0))
  const list = JSON.parse(await (await unpacked(bytes, "deflate-raw", longest.changes)).text())
  const lines = (x) => Array.isArray(x) && x.every((l) => typeof l === "string")
  if (!Array.isArray(list) || !list.every((c) => Array.isArray(c) && typeof c[0] === "string" && Number.isInteger(c[1]) && lines(c[2]) && lines(c[3]))) throw new Error(words.spoilt)
  return list
}

// apply makes the changes of an address, unless the files have other lines there.
function apply(list) {
  for (const [path, from, old, lines] of list) {
    const a = (game.files[path] ?? "").split("\n")
    if (a.slice(from, from + old.length).join("\n") !== old.join("\n")) throw new Error(words.spoilt)
    a.splice(from, old.length, ...lines)
    edits.set(path, a.join("\n"))
  }
}

// Pages

function place(html) {
  const page = new DOMParser().parseFromString(html, "text/html"), unknown = document.getElementById("book-unknown")
  page.getElementById("book-unknown")?.replaceWith(unknown)
  for (const node of [...content.childNodes]) if (node !== bar) node.remove() // a bar that moves would scroll its text
  content.append(...page.querySelector(".content").childNodes)
  document.getElementById("book-menu").replaceChildren(...page.getElementById("book-menu").childNodes)
  places(content)
}

function reach(id) {
  const at = id && document.getElementById(id)
  if (!at) return scrollTo(0, 0)
  for (const d of at.querySelectorAll("details:not(.many)")) d.open = true
  settleAt(at, 6)
}

// settleAt scrolls to an element for some frames: entries above it are laid out only when they come near, and move it.
function settleAt(at, frames) {
  at.scrollIntoView()
  if (frames) requestAnimationFrame(() => at.isConnected && settleAt(at, frames - 1))
}

async function page(file, id) {
  const top = scrollY, p = await ask("page", { file, in: shown.in })
  place(p.html)
  document.title = p.title
  const was = shown.file
  shown.file = file
  stale = false
  outdate(false)
  mark(address().id)
  arm()
  markChanges()
  if (file !== was || id) reach(id)
  else scrollTo(0, top)
}
let stale = false // the page on the screen is of older files

// arm makes switches of the readings of a static page. The first click on one starts the program.
function arm() {
  for (const b of document.querySelectorAll(".ruling .readings > li:not(.in-force) > p > b.switch")) {
    b.replaceWith(element("a", b.textContent, { className: "switch", href: "?switch=" + b.closest("article").id + "=" + b.textContent + "#" + b.closest("article").id }))
  }
  if (shown.file !== "variants.html") return
  for (const h of content.querySelectorAll("article:not(:has(> .draft)) > h3:first-of-type")) {
    h.append(" ", element("a", words.start, { className: "switch", href: "?variant=" + encodeURIComponent(h.parentElement.id) }))
  }
}

// markChanges marks the entries in which a changed line is: the key of an entry is above the line, with less indentation.
function markChanges() {
  for (const old of content.querySelectorAll(".changed-here")) old.remove()
  for (const [path, from, , lines] of changes()) {
    const all = (edits.get(path) ?? "").split("\n")
    for (let i = from; i < Math.min(from + Math.max(lines.length, 1), all.length); i++) {
      let indent = Infinity
      for (let j = i; j >= 0 && indent > 0; j--) {
        const [, space, key] = all[j].match(/^(\s*)([\w.-]+):/) ?? []
        if (key === undefined || space.length >= indent) continue
        indent = space.length
        const at = [...content.querySelectorAll("article[id]")].find((a) => (a.id === key || a.id.endsWith("." + key)) && a.textContent.includes(path + ":"))
        if (!at) continue
        if (!at.querySelector(".changed-here")) at.querySelector("h3")?.append(" ", element("a", words.here, { className: "status claimed changed-here", href: `#edit=${path}:${i + 1}` }))
        break
      }
    }
  }
}

const placed = /((?:cards|scenarios|variants)\/[\w./-]+\.ya?ml):(\d+)/g
// places makes links of all places of files, to the editor, and from scenarios to their steps.
function places(root) {
  const texts = [], walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (walk.nextNode()) if (walk.currentNode.data.search(placed) >= 0 && !walk.currentNode.parentElement.closest("a, summary, textarea, #live-offer")) texts.push(walk.currentNode)
  for (const text of texts) {
    const parts = [], of = text.parentElement
    let at = 0
    for (const m of text.data.matchAll(placed)) {
      if (game.files[m[1]] === undefined && !edits.has(m[1])) continue
      parts.push(text.data.slice(at, m.index), element("a", m[0], { href: `#edit=${m[1]}:${m[2]}` }))
      at = m.index + m[0].length
      if (of.matches(".scenario h3 > small") && !of.querySelector('[href^="#step="]')) parts.push(" · ", element("a", words.step, { href: `#step=${m[1]}:${m[2]}:0` }))
    }
    text.replaceWith(...parts, text.data.slice(at))
  }
}

// heading shows the configuration and what differs in it.
function heading() {
  const parts = [shown.in && words.under.replace("%s", shown.in), edits.size && words.changed.replace("%d", edits.size)].filter(Boolean)
  $("in").textContent = parts.join(" · ") || words.plain
  show("back", shown.in || edits.size)
  show("under", !shown.in)
  const variants = settings().filter((s) => !s.includes("="))
  $("variant").value = variants.length ? variants.join(" and ") : ""
  playable(shown.in)
}

// playable has the links to a match name a configuration. A match is played with the files as they are.
function playable(config) {
  for (const a of document.querySelectorAll("#live a.play")) a.href = "play.html" + (config === null ? "" : "#" + new URLSearchParams({ in: config }))
}

// settings returns the variants and readings of the configuration on the page, which is named like an entry of `under`.
const settings = () => shown.in.split(" and ").filter(Boolean)

// vary puts a variant in force, "" for none, and keeps the readings.
const vary = (variant) => change([variant, ...settings().filter((s) => s.includes("="))].filter(Boolean).join(" and "), "", undefined).then(() => $("results").scrollIntoView({ block: "nearest" }))

function flips(c) {
  $("count").textContent = c.summary
  show("count", c.summary)
  $("sum").textContent = c.summary ? `${c.summary} · ${c.same} ${words.same}` : ""
  $("list").replaceChildren(...c.flips.map((f) => {
    const li = document.createElement("li"), edits = element("div", "", { className: "edits" })
    li.append(element("a", f.scenario, { href: `#step=${f.file}:${f.line}:${f.rows?.[0] || 0}` }), edits)
    edits.append(...f.parts.map((part, i) => element("div", (i ? "+ " : "− ") + part, { className: i ? "ins" : "del" })))
    return li
  }))
  places($("list"))
}

// put shows a configuration and its flips.
function put(c, id, push) {
  fault("")
  show("trace", false)
  shown.in = c.in
  heading()
  flips(c)
  setAddress(id ?? address().id, push)
}

// change puts a reading in force, or another configuration if reading is "": first the flips, then the page.
const change = (to, reading, id, push = true, failed = undefined) => act(words.working, async () => {
  const was = shown.in
  put(await ask("compare", { in: reading ? was : to, reading }), id, push)
  if (!game.pages) return
  outdate(true)
  if (stale) return page(shown.file)
  const parts = await ask("update", { file: shown.file, was, in: shown.in })
  for (const id in parts) {
    const at = document.getElementById(id)
    if (!at) return page(shown.file)
    at.innerHTML = parts[id]
    places(at)
  }
  markChanges()
  outdate(false)
}, failed)

const visit = (file, id) => act(words.working, async () => {
  await page(file, id)
  setAddress(id, true)
})

// Scenarios

async function run(under, id) {
  outdate(Boolean(game.pages) && stale)
  show("count", false)
  const r = await ask("run", { in: shown.in, under })
  $("count").textContent = r.summary
  show("count", true)
  $("sum").textContent = `${r.passed} ${words.passed}, ${r.failed} ${words.failed}`
  $("list").replaceChildren(...r.list.map((c) => {
    const li = document.createElement("li")
    li.append(element("a", c.scenario, { href: `#step=${c.file}:${c.line}:${c.row}` }), " ", element("small", [c.row ? words.row.replace("%d", c.row) : "", c.in ? words.under.replace("%s", c.in) : ""].filter(Boolean).join(" ")), element("pre", c.message, { className: "failure" }))
    return li
  }))
  places($("list"))
  if (game.pages && shown.file && !settled(r)) await page(shown.file, id)
}

// settled reports whether the page shows the results of a run already: all have passed, as its marks say. Writing a page of a
// large game takes over a second.
function settled(r) {
  const marks = content.querySelectorAll("article .passed").length
  return !stale && !r.failed && marks > 0 && !document.getElementById("book-sum") && !document.querySelector("article .idle, article b.failed, #book-menu .failed")
}

const trace = (where) => act(words.working, async () => {
  const [, file, line, row] = where.match(/^(.*):(\d+):(\d+)$/)
  const t = await ask("trace", { in: shown.in, file, line: +line, row: +row })
  $("name").textContent = t.scenario + (t.in ? " · " + words.under.replace("%s", t.in) : "")
  fault(t.failed)
  const script = (edits.get(file) ?? game.files[file]).split("\n")
  $("steps").replaceChildren(...t.steps.map((s) => {
    const li = element("li", "", { className: "d" + Math.min(s.depth, 6) })
    li.append(element("b", s.does), ...(s.said || []).map((said) => element("div", said)))
    li.append(element("small", [s.at, (s.cites || []).join(", ")].filter(Boolean).join(" · ")), element("small", script[s.line - 1]?.trim() || "", { className: "cause" }))
    return li
  }))
  places($("steps"))
  show("trace", true)
  step(0, true)
  $("trace").scrollIntoView({ block: "nearest" })
})

let current = 0
function step(i, whole) {
  const all = $("steps").children
  if (!all.length) return
  current = Math.max(0, Math.min(i, all.length - 1))
  for (const li of all) li.removeAttribute("aria-current")
  all[current].setAttribute("aria-current", "step")
  $("steps").scrollTop = whole ? 0 : all[current].offsetTop - $("steps").clientHeight / 3
  $("before").disabled = current === 0
  $("next").disabled = current === all.length - 1
}

// Files

function files() {
  const names = [...new Set([...Object.keys(game.files), ...edits.keys()])].sort(), was = $("file").value
  $("file").replaceChildren(...names.map((n) => new Option((edits.has(n) ? "● " : "") + n, n)))
  if (was) $("file").value = was
}

function choose(path, line) {
  show("desk", true)
  $("edit").setAttribute("aria-expanded", "true")
  $("file").value = path
  const text = $("text")
  text.value = edits.get(path) ?? game.files[path] ?? ""
  if (!line) return
  const from = text.value.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0)
  text.focus()
  text.setSelectionRange(from, from + text.value.slice(from).split("\n")[0].length)
  text.scrollTop = (line - 4) * parseFloat(getComputedStyle(text).lineHeight)
  $("desk").scrollIntoView({ block: "nearest" })
}

// use runs the scenarios with a changed file; undefined restores it.
const use = (path, text) => act(words.working, async () => {
  if (text === undefined || text === game.files[path]) edits.delete(path)
  else edits.set(path, text)
  await changed(await edit(path))
})

const edit = (path) => ask("edit", { path, text: edits.get(path) ?? game.files[path] ?? null })

// changed shows the state of the changed files. Unless they have errors, it compares a variant with the plain game, or runs the scenarios.
async function changed(state, variant) {
  files()
  packedEdits = await pack(changes())
  if (packedEdits.length > longest.link) packedEdits = ""
  stale = true
  learn(state)
  setAddress(address().id)
  if (state.broken) return
  if (!variant) return run(false)
  put(await ask("compare", { in: variant[1] }))
  if (game.pages) await page(shown.file)
}

// sample replaces the changes by those that the tutorial shows. A variant is put in force.
const sample = ({ path, files: texts }) => act(words.working, async () => {
  const paths = new Set([...edits.keys(), ...Object.keys(texts)])
  edits.clear()
  for (const path in texts) edits.set(path, texts[path])
  let state
  for (const path of paths) state = await edit(path)
  shown.in = game.in
  files()
  choose(path)
  await changed(state, path.startsWith("variants/") && texts[path].match(/^variant: (\S+)/m))
})

// restore returns to the game as it is: without readings, variants and changes.
const restore = () => act(words.working, async () => {
  const paths = [...edits.keys()], path = $("file").value
  edits.clear()
  packedEdits = ""
  let state
  for (const changed of paths) state = await edit(changed)
  files()
  if (!$("file").value) $("file").value = Object.keys(game.files)[0]
  if (paths.includes(path)) $("text").value = game.files[$("file").value]
  learn(state)
  stale = true
  outdate(Boolean(game.pages))
  put({ in: "", summary: "", same: 0, flips: [] }, undefined, true)
  if (game.pages) await page(shown.file)
  else await run(false)
})

// redo makes the changes of an address to which a reader goes back.
const redo = (packed) => act(words.working, async () => {
  apply(await unpack(packed))
  let state
  for (const path of edits.keys()) state = await edit(path)
  await changed(state)
})

async function copy() {
  const text = location.href
  if (!packedEdits && changes().length) return say(words.long)
  if (navigator.clipboard) await navigator.clipboard.writeText(text)
  else {
    const field = element("textarea", text)
    document.body.append(field)
    field.select()
    document.execCommand("copy")
    field.remove()
  }
  say(words.copied)
}

function download(base64) {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))
  const url = URL.createObjectURL(new Blob([bytes], { type: "application/zip" }))
  Object.assign(document.createElement("a"), { href: url, download: game.game + ".zip" }).click()
  setTimeout(() => URL.revokeObjectURL(url), 60000)
}

// What a reader does

async function start() {
  if (running) return
  running = true
  document.body.dataset.live = ""
  show("offer", false)
  show("bar", true)
  say(words.loading)
  const asked = address(), wrong = []
  try {
    ({ module, game } = await self.moraineCommon.start())
    shown = { file: here, in: game.in }
    if (asked.edit) {
      try { apply(await unpack(asked.edit)); packedEdits = asked.edit } catch { edits.clear(); wrong.push(words.spoilt) }
    }
    say(words.opening)
    booted = reboot()
    await booted
  } catch (e) { return never(e) }
  ready = true
  const samples = game.samples || []
  $("sample").append(...samples.map((s, i) => new Option(s.title + " · " + s.path, i)))
  show("samples", samples.length)
  files()
  const first = `cards/${game.game}/game.yaml`
  choose(first in game.files ? first : $("file").value)
  show("desk", !game.pages)
  show("edit", game.pages)
  places(content)
  say("")
  const to = game.pages?.includes(asked.page) ? asked.page : here
  if (edits.size || !game.pages) await act(words.working, () => run(false, to === here ? asked.id : ""))
  if (to !== here) await visit(to, asked.id)
  if (asked.in !== null && asked.in !== game.in) {
    await change(asked.in, "", asked.id, false, (why) => {
      wrong.push(words.unknown + " " + asked.in + "\n" + why)
      setAddress(asked.id)
    })
  }
  if (wish) await wish()
  else if (game.pages && shown.in === game.in) await act(words.working, () => ask("warm", {}))
  if (!$("status").textContent) say(words.ready)
  mark(asked.id)
  if (wrong.length) fault(wrong.join("\n"))
}

document.addEventListener("click", (e) => {
  const a = e.target.closest("a[href]")
  if (!a || e.defaultPrevented || e.ctrlKey || e.metaKey || e.shiftKey || e.altKey) return
  const href = a.getAttribute("href"), [to, id] = href.split("#")
  if (href.startsWith("?switch=") || href.startsWith("?variant=")) {
    const name = decodeURIComponent(to.slice(to.indexOf("=") + 1))
    wish = () => to.startsWith("?switch=") ? change("", name, id) : vary(name)
    if (ready) wish()
    else start()
  } else if (!ready) return
  else if (href === "#live-results") $("results").scrollIntoView()
  else if (href.startsWith("#step=")) trace(href.slice(6))
  else if (href.startsWith("#edit=")) choose(...href.slice(6).split(":"))
  else if (href.startsWith("#") && !a.classList.contains("skip")) { setAddress(decoded(id), true); reach(decoded(id)) }
  else if (game.pages?.includes(to)) visit(to, id && decoded(id))
  else return
  e.preventDefault()
  const found = document.getElementById("book-found")
  if (found) found.hidden = true
})
addEventListener("popstate", () => {
  if (!ready) return
  const to = address(), file = isServed ? decodeURIComponent(location.pathname.split("/").pop()) || "index.html" : to.page || here
  if (file !== shown.file && game.pages?.includes(file)) act(words.working, () => page(file, to.id))
  mark(to.id)
  if (to.edit && !edits.size) redo(to.edit)
  if ((to.in ?? game.in) !== shown.in) change(to.in ?? game.in, "", to.id, false)
})
$("start").onclick = start
$("stop").onclick = () => restart(words.stopped)
$("back").onclick = () => edits.size ? restore() : change("", "", undefined)
$("run").onclick = () => act(words.working, () => run(false))
$("under").onclick = () => act(words.working, () => run(true))
$("edit").onclick = () => { show("desk", $("desk").hidden); $("edit").setAttribute("aria-expanded", !$("desk").hidden) }
$("copy").onclick = copy
$("variant").onchange = () => vary($("variant").value)
$("sample").onchange = () => $("sample").value && sample(game.samples[$("sample").value])
$("file").onchange = () => choose($("file").value)
$("use").onclick = () => use($("file").value, $("text").value)
$("restore").onclick = () => use($("file").value, undefined).then(() => choose($("file").value))
$("zip").onclick = () => act(words.working, async () => download(await ask("zip", {})))
$("before").onclick = () => step(current - 1)
$("next").onclick = () => step(current + 1)
$("close").onclick = () => { show("trace", false); fault("") }
$("steps").onkeydown = (e) => {
  const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[e.key]
  if (by) { e.preventDefault(); step(current + by) }
}
let typing
$("text").oninput = () => {
  if (game.pages) return
  clearTimeout(typing)
  typing = setTimeout(() => use($("file").value, $("text").value), 500) // a playground follows what is typed
}

// A link shows what it asks for before anything runs.
arm()
const asked = address()
if (asked.in !== null || asked.edit) preview(asked)

async function preview(asked) {
  const parts = [], left = []
  if (asked.in) {
    await names().catch(() => {})
    for (const name of asked.in.split(" and ")) (named(name) === null ? left : parts).push(named(name) ?? words.unknown + " " + name)
  }
  if (asked.edit) {
    try {
      for (const [path, from, old, lines] of await unpack(asked.edit)) parts.push(`${path}:${from + 1}\n` + [...old.map((l) => "− " + l), ...lines.map((l) => "+ " + l)].join("\n"))
    } catch { left.push(words.spoilt) }
  }
  if (asked.in === "" && !asked.edit) parts.push(words.plain)
  if (running) return
  playable(asked.in)
  $("changes").textContent = [...parts, ...left].join("\n")
  show("asks", parts.length)
  show("asked", true)
  if (parts.length) $("start").textContent = words.show
}

})()
