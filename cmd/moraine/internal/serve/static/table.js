// A seat at a table: what is lit is chosen by a click or a key, and sent with the number of the question.

import {say, send} from "./page.js"

const log = document.getElementById("log")
const form = () => document.querySelector("form.question")
const calm = matchMedia("(prefers-reduced-motion: reduce)")
let picks = []

// An answer is sent with the number of its question, so it answers no later one.
// A second click on the same question is ignored.
let answered = null
const answer = pick => {
  const at = +form().dataset.at
  picks = []
  if (answered === at) return
  answered = at
  setTimeout(() => { if (answered === at) answered = null }, 1500) // it may have been refused
  send({do: "answer", at, pick})
}

// What is clicked just after another question has come was meant for the one before it: the buttons are dim until then.
const guard = () => +(document.body.dataset.guard ?? 400)
let changed = -Infinity
const tooSoon = () => performance.now() - changed < guard()
function dim() {
  changed = performance.now()
  document.body.classList.add("early")
  setTimeout(() => { if (!tooSoon()) document.body.classList.remove("early") }, guard() + 20)
}

function draw() {
  const f = form(), list = document.getElementById("picks")
  if (!f || !list) return
  const name = n => f.querySelector(`.choice[data-option="${n}"] .what`)?.textContent ?? n
  const drop = list.dataset.leave
  list.replaceChildren(...picks.map((n, i) => {
    const li = document.createElement("li"), b = document.createElement("button")
    b.type = "button"
    b.textContent = name(n)
    b.dataset.drop = i
    b.setAttribute("aria-label", `${name(n)}: ${drop}`)
    li.append(b)
    return li
  }))
  f.querySelector(".count").textContent = picks.length
  f.querySelector("[type=submit]").disabled = picks.length < +f.dataset.least
  for (const el of document.querySelectorAll("[data-option]"))
    el.classList.toggle("picked", picks.includes(+el.dataset.option))
}

function choose(n) {
  const f = form()
  if (!f) return
  if (!("list" in f.dataset) || f.dataset.most === "1") return answer([n])
  const most = +(f.querySelector(`.choice[data-option="${n}"]`)?.dataset.most ?? 1)
  const had = picks.filter(p => p === n).length
  if (had >= most) picks = most === 1 ? picks.filter(p => p !== n) : picks
  else if (picks.length < +f.dataset.most) picks.push(n)
  draw()
}

// Several options that lie in one place are shown beside each other.
function near(options) {
  const all = options.map(n => form()?.querySelector(`.choice[data-option="${n}"]`))
  if (all.some(el => el?.closest("#list"))) document.getElementById("list").showPopover()
  for (const el of all) el?.classList.add("near")
  all[0]?.focus()
}

function act(el) {
  const d = el.dataset
  const decides = d.option || "none" in d || d.do
  if (decides && tooSoon()) return
  if (d.option) choose(+d.option)
  else if (d.several) near(d.several.split(" "))
  else if ("none" in d) answer([])
  else if ("drop" in d) { picks.splice(+d.drop, 1); draw() }
  else if ("why" in d) { el.closest("[popover]")?.hidePopover(); shut("about"); opener = el; send({do: "why", at: 0, name: d.why}) }
  else if (d.close) shut(d.close)
  else if (d.do) send({do: d.do, at: +d.at, ...(d.name && {name: d.name})})
  else if (d.about) about(el)
  if (decides) { el.closest("[popover]")?.hidePopover(); shut("about") }
}

// A panel explains what it was opened on: by a click, by a long press, by the mouse or the keys coming to rest there.
let shown = null, resting = 0, opener = null, zoned = null
function about(el) {
  shown = el.dataset.about
  opener = el
  zoned = el.closest("[data-zone]")?.dataset.zone
  for (const old of document.querySelectorAll(".explained")) old.classList.remove("explained")
  el.classList.add("explained")
  shut("why")
  send({do: "about", at: 0, name: shown})
}
function shut(id) {
  document.getElementById(id)?.replaceChildren()
  if (id === "about") {
    shown = null
    document.querySelector(".explained")?.classList.remove("explained")
  }
  place(document.querySelector("#about .panel, #why .why"))
}
function rest(el, ms) {
  clearTimeout(resting)
  if (el && el.dataset.about !== shown) resting = setTimeout(() => { if (el.isConnected) about(el) }, ms)
}
if (matchMedia("(hover: hover)").matches)
  document.addEventListener("pointerover", event => { if (event.pointerType === "mouse") rest(event.target.closest("[data-about]"), 500) })
document.addEventListener("focusin", event => { if (event.target.matches("[data-about]:focus-visible")) rest(event.target, 400) })
let pressed = false
document.addEventListener("pointerdown", event => {
  const el = event.target.closest("[data-about]")
  pressed = false
  clearTimeout(resting)
  if (el && event.pointerType !== "mouse") resting = setTimeout(() => { pressed = true; about(el) }, 500)
})
for (const type of ["pointerup", "pointercancel", "scroll"]) document.addEventListener(type, () => clearTimeout(resting), true)

const acts = "[data-option],[data-several],[data-none],[data-drop],[data-why],[data-close],[data-do],[data-about]"
document.addEventListener("click", event => {
  const told = event.target.closest("[data-say]") // a finger cannot rest on a mark
  const el = event.target.closest(acts)
  if (told) {
    event.preventDefault()
    say(told.dataset.say)
  } else if (el && !pressed) act(el)
  pressed = false
  const menu = document.getElementById("menu")
  if (menu?.open && !menu.contains(event.target)) menu.open = false
})
document.addEventListener("submit", event => {
  const f = event.target
  if (f !== form()) return
  event.preventDefault()
  if (tooSoon()) return
  if ("number" in f.dataset) answer([f.elements.number.value - f.dataset.from + 1])
  else answer(picks)
})

// Digits are the number of an option: where a second one can follow, they wait for it.
let digits = "", typing = 0
function typed(key) {
  digits += key
  clearTimeout(typing)
  const n = +digits, most = form().querySelectorAll(".choice[data-option]").length
  if (n > 0 && n * 10 <= most) typing = setTimeout(enter, 800)
  else enter()
}
function enter() {
  clearTimeout(typing)
  const n = digits
  digits = ""
  if (!n) return false
  const el = +n === 0 ? form()?.querySelector("[data-none]") : form()?.querySelectorAll(".choice[data-option]")[+n - 1]
  if (el) act(el)
  return true
}
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const at = event.target
  if ((event.key === "Enter" || event.key === " ") && at.matches("g[role=button]")) {
    event.preventDefault()
    return act(at)
  }
  if (event.key === "Tab" || /^[0-9]$/.test(event.key)) document.body.classList.add("keys")
  if (event.key === "Enter" && at === document.body && enter()) return
  if (event.key === "Escape") { digits = ""; if (playing) stop(); shut("why"); shut("about") }
  if (!/^[0-9]$/.test(event.key) || at.matches("input,select,textarea") || !form()) return
  event.preventDefault()
  typed(event.key)
})

// The title and the icon of the page say whose turn it is; a sound does if it is wanted.
const title = document.title.replace(/^● /, ""), icon = document.querySelector("link[rel=icon]")
function turn() {
  const mine = !!form()
  document.title = (mine ? "● " : "") + title
  if (icon) icon.href = mine ? "/static/icon-turn.svg" : "/static/icon.svg"
}
const sound = document.getElementById("sound")
if (sound) {
  sound.checked = localStorage.sound === "on"
  sound.addEventListener("change", () => { localStorage.sound = sound.checked ? "on" : "off"; if (sound.checked) ring() })
}
function ring() {
  const audio = new AudioContext(), tone = audio.createOscillator(), loud = audio.createGain()
  tone.frequency.value = 660
  loud.gain.setValueAtTime(.12, audio.currentTime)
  loud.gain.exponentialRampToValueAtTime(.001, audio.currentTime + .5)
  tone.connect(loud).connect(audio.destination)
  tone.start()
  tone.stop(audio.currentTime + .5)
}

// Pieces move: what is known by its name and lies elsewhere after a change comes from where one of that name is missing.
const piecesAt = () => {
  const out = new Map()
  for (const el of document.querySelectorAll(".desk [data-zone] [data-about^='card.']")) {
    const name = el.dataset.about, zone = el.closest("[data-zone]").dataset.zone
    if (!out.has(name)) out.set(name, [])
    out.get(name).push({el, zone, box: el.getBoundingClientRect()})
  }
  return out
}
// A zone that is not in sight has its place at the name of its player, or at the piles.
const hidden = zone => document.querySelector(zone.startsWith("-") ? ".common .stacks" : `.who [data-seat="${parseInt(zone)}"] .disc`)?.getBoundingClientRect()
let before = null, atEnd = false, reached = 0
document.addEventListener("putting", () => {
  before = calm.matches ? null : piecesAt()
  if (log?.clientHeight) atEnd = log.scrollTop === reached || log.scrollHeight - log.scrollTop - log.clientHeight < 8
})
function move() {
  if (!before) return
  for (const [name, now] of piecesAt()) {
    const was = [...before.get(name) ?? []], come = []
    for (const p of now) {
      const same = was.findIndex(q => q.zone === p.zone)
      if (same >= 0) was.splice(same, 1)
      else come.push(p)
    }
    come.forEach((p, i) => {
      const from = was[i]?.box.width ? was[i].box : hidden(was[i]?.zone ?? p.zone)
      if (!from?.width || !p.box.width) return
      const shift = `translate(${from.x - p.box.x}px, ${from.y - p.box.y}px)`
      p.el.animate([{transform: shift, zIndex: 3}, {transform: "none", zIndex: 3}], {duration: 320, easing: "cubic-bezier(.2,.8,.2,1)"})
    })
  }
  before = null
}

// On a phone, a page with tabs shows the one with the tasks, or else the one on which the new question can be answered.
function open() {
  const at = document.querySelector(".tasks:not(.old) .tick") ? 0 : [".area.large.drawn", ".areas"].findIndex(part => document.querySelector(`.common > ${part} .lit`)) + 1
  const tab = document.querySelector(`[name=tab][value="${at}"]`)
  if (tab) tab.checked = true
}

// What was picked for a question that is no more is forgotten.
let asked = form()?.dataset.at
document.addEventListener("put", () => {
  const now = form()?.dataset.at
  if (now !== asked) {
    picks = []
    digits = ""
    if (asked !== undefined || !now) dim()
    for (const id of ["list", "more", "notnow"]) document.getElementById(id)?.hidePopover()
    shut("why")
    if (now && !asked && localStorage.sound === "on") ring()
  }
  if (now !== asked) open()
  asked = now
  draw()
  turn()
  move()
  fold()
  folded()
  for (const old of [...document.querySelectorAll("#log .since")].slice(0, -1)) old.remove()
  ticks()
  numbers()
  hint()
  if (atEnd) toEnd() // also if a panel has made it smaller
  if (shown && !opener?.isConnected) { // the table has been drawn anew
    opener = document.querySelector(`.desk [data-zone="${CSS.escape(zoned ?? "")}"] [data-about="${CSS.escape(shown)}"]`) ?? document.querySelector(`.desk [data-about="${CSS.escape(shown)}"]`)
    opener?.classList.add("explained")
  }
  place(document.querySelector("#about .panel, #why .why"))
})

// A panel lies over the lower right of the page, or over the upper one if it would hide there what it explains.
let opened = null
function place(panel) {
  if (panel && panel !== opened && opener?.isConnected) {
    const sheet = panel.parentElement
    sheet.classList.remove("up")
    const over = sheet.getBoundingClientRect(), of = opener.getBoundingClientRect()
    sheet.classList.toggle("up", of.right > over.left && of.left < over.right && of.bottom > over.top)
  }
  opened = panel
}

// Replay shows the states that this seat has seen since its last decision, one after the other, in place of the board. It blocks
// nothing: what comes in the meantime is placed below it.
const stage = document.getElementById("then"), controls = document.getElementById("replay")
let playing = null
const spots = root => new Map([...root.querySelectorAll("[data-zone]")].flatMap(zone => {
  const cells = [...zone.querySelectorAll("svg.map > .cell")].map(c => [zone.dataset.zone + c.querySelector("polygon, rect, circle").outerHTML, [c, c.getAttribute("aria-label")]])
  const pieces = [...zone.querySelectorAll(".pieces > li")].map((p, i, all) => {
    const text = p.textContent
    return [zone.dataset.zone + text + all.slice(0, i).filter(q => q.textContent === text).length, [p, ""]]
  })
  return cells.concat(pieces)
}))
async function state(n) {
  const page = new DOMParser().parseFromString(await (await fetch(controls.dataset.root + n)).text(), "text/html")
  const board = page.getElementById("board")
  for (const el of board.querySelectorAll("[popover]")) el.remove()
  for (const el of board.querySelectorAll("[id]")) el.removeAttribute("id")
  const last = [...page.querySelectorAll("#log > .entry")].at(-1)
  return {html: board.innerHTML, text: [...last?.querySelectorAll(".say, .line, h3") ?? []].map(e => e.innerText || e.textContent).slice(0, 3).join(" · ")}
}
async function step(by) {
  const p = playing, n = p.at + by
  if (n < p.from || n > p.to) return by > 0 ? stop() : undefined
  p.states[n] ??= state(n)
  const now = await p.states[n].catch(() => null)
  if (p !== playing) return
  if (!now) return stop()
  const same = now.html === p.html && n !== p.from && n !== p.to
  p.at = n
  p.html = now.html
  if (same) return step(by || 1)
  const was = p.spots
  stage.innerHTML = now.html
  p.spots = spots(stage)
  if (was) for (const [key, [el, label]] of p.spots) el.classList.toggle("moved", (was.get(key)?.[1] ?? null) !== label)
  controls.querySelector("b").textContent = `${n - p.from}/${p.to - p.from}`
  controls.querySelector("span").textContent = now.text
  p.timer = p.held ? 0 : setTimeout(step, n === p.to ? 1400 : 700, 1)
}
function stop() {
  clearTimeout(playing?.timer)
  playing = null
  stage.replaceChildren()
  controls.hidden = true
  document.body.classList.remove("replaying")
}
document.addEventListener("click", event => {
  const play = event.target.closest("[data-replay]"), turn = event.target.closest("[data-step]")
  if (play) {
    playing = {from: +play.dataset.replay, to: +play.dataset.to, at: +play.dataset.replay, states: []}
    controls.hidden = false
    document.body.classList.add("replaying")
    step(0)
  } else if (turn && playing) {
    clearTimeout(playing.timer)
    playing.held = true
    if (+turn.dataset.step) step(+turn.dataset.step)
    else stop()
  }
})

// The hint of a question is shown when the question comes for the first time; the browser remembers which ones are known.
const hints = "hints " + (document.querySelector(".brand")?.textContent ?? "")
if (new URLSearchParams(location.search).has("learn")) delete localStorage[hints]
const known = () => (localStorage[hints] ?? "").split(" ")
function hint() {
  const here = document.querySelector("[data-hint]")
  if (here) here.hidden = known().includes("all") || known().includes(here.dataset.hint)
}
document.addEventListener("click", event => {
  const button = event.target.closest("[data-known]")
  if (!button) return
  localStorage[hints] = [...known(), button.dataset.known || button.closest("[data-hint]").dataset.hint].join(" ")
  hint()
})

// The numbers of arrows that have gone from the map are hidden in the log.
function numbers() {
  const shown = new Set([...document.querySelectorAll("#board .arrow")].map(a => a.dataset.arrow))
  for (const no of document.querySelectorAll("#log .no")) no.hidden = !shown.has(no.dataset.arrow) || !!(no.compareDocumentPosition(document.querySelector("#log .since") ?? no) & Node.DOCUMENT_POSITION_FOLLOWING)
}

// What players of a boxed game have done on their table is ticked; the browser keeps the ticks.
function ticks() {
  const all = [...document.querySelectorAll("#todo .tick")]
  const key = "ticks " + location.pathname
  let was = {}
  try { was = JSON.parse(sessionStorage[key] ?? "{}") } catch {}
  const done = document.getElementById("ticked")
  const count = () => {
    const n = all.filter(box => box.checked).length
    if (done) done.textContent = `${n} / ${all.length}`
    document.querySelector(".tasks")?.style.setProperty("--done", n / all.length)
  }
  for (const box of all) {
    const of = box.dataset.line + box.closest("label").textContent, n = box.closest("label").querySelector(".no").textContent
    const mark = () => { for (const a of document.querySelectorAll(`#board .arrow[data-arrow="${n}"]`)) a.classList.toggle("done", box.checked) }
    box.checked = of in was
    mark()
    box.onchange = () => {
      if (box.checked) was[of] = 1; else delete was[of]
      sessionStorage[key] = JSON.stringify(was)
      mark()
      count()
    }
  }
  count()
}
document.addEventListener("click", event => {
  if (event.target.closest("[data-fold]")) { document.querySelector(".desk").classList.toggle("folded"); folded() }
  if (event.target.closest("[data-log]")) { document.body.classList.toggle("showlog"); toEnd() }
  else if (!event.target.closest("#log")) document.body.classList.remove("showlog")
})

// The log shows its end, but begins with what is new, and with a whole entry or at least a whole line: what would be cut at its
// top is pushed out.
function toEnd() {
  showEnd()
  reached = log.scrollTop
}
function showEnd() {
  log.style.paddingBottom = 0
  log.scrollTop = log.scrollHeight
  const top = log.getBoundingClientRect().top, since = log.querySelector(".since")?.getBoundingClientRect().top ?? top
  if (since < top) return log.scrollTop += since - top
  const rest = el => el.getBoundingClientRect().bottom - top
  const cut = [...log.querySelectorAll(".entry, h3, .since, .say, .picks, .odds, .line, summary")].find(el =>
    el.getBoundingClientRect().top < top - 1 && rest(el) > 1 && rest(el) <= log.clientHeight / 2)
  if (!cut || log.scrollTop === 0) return
  log.style.paddingBottom = `${rest(cut)}px`
  log.scrollTop = log.scrollHeight
}
// The ending is folded to its headline, so that the table can be looked at.
function folded() {
  document.querySelector("[data-fold]")?.setAttribute("aria-pressed", document.querySelector(".desk").classList.contains("folded"))
}
// What set the match up is folded once something follows it: all before the second heading.
function fold() {
  const [first, second] = log?.querySelectorAll(":scope > .entry:has(h3)") ?? []
  if (!second || log.querySelector(".setup")) return
  const all = document.createElement("details"), name = document.createElement("summary")
  all.className = "setup"
  name.textContent = first.querySelector("h3").textContent
  all.append(name)
  for (let el = log.firstChild; el !== second; el = log.firstChild) all.append(el)
  log.prepend(all)
}
turn()
fold()
ticks()
numbers()
hint()
if (log) {
  toEnd()
  addEventListener("resize", toEnd)
}

const slider = document.getElementById("slider")
slider?.addEventListener("change", () => { location.href = slider.dataset.at + slider.value + location.search })
if (slider) document.addEventListener("keydown", event => {
  if (event.target === slider) return
  if (event.key === "ArrowLeft") document.getElementById("before").click()
  if (event.key === "ArrowRight") document.getElementById("after").click()
})
