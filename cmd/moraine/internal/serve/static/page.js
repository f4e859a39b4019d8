// What every page does: it follows its socket, if it has one, and puts what comes where it belongs.
// All of it is made on the server; this only places it and sends what somebody does.

const body = document.body
const notes = document.createElement("div")
notes.id = "notes"
notes.setAttribute("role", "status")
body.append(notes)

let socket, fading, tries = 0, waiting = []

// say shows a message, which is read out, for a while; a refusal stays until the next one.
export function say(text, bad) {
  notes.textContent = text
  notes.className = bad ? "bad" : ""
  delete notes.dataset.lost
  clearTimeout(fading)
  if (text) fading = setTimeout(() => { notes.textContent = "" }, bad ? 15000 : 6000)
}

// put replaces parts of the page; what had the focus has it again, what was open or scrolled stays so.
export function put(html) {
  for (const id in html) {
    const at = document.getElementById(id)
    if (!at || at.dataset.html === html[id]) continue
    const focus = at.contains(document.activeElement) ? document.activeElement : null
    const key = focus && (focus.id || focus.dataset.key)
    const open = [...at.querySelectorAll("details[id][open]")].map(d => d.id)
    const sheet = at.querySelector("[popover][data-keep]:popover-open")?.id
    const end = at.scrollHeight - at.scrollTop - at.clientHeight < 8
    const top = at.scrollTop
    at.innerHTML = html[id]
    for (const d of open) document.getElementById(d)?.setAttribute("open", "")
    if (sheet) document.getElementById(sheet)?.showPopover()
    if (at.hasAttribute("data-tail") && end) at.scrollTop = at.scrollHeight
    else at.scrollTop = top
    if (focus) {
      const again = key && (document.getElementById(key) || at.querySelector(`[data-key="${CSS.escape(key)}"]`))
      ;(again || at.querySelector("[autofocus]") || at).focus({preventScroll: true})
    }
  }
}

// add puts something behind what an element holds.
function add(html) {
  for (const id in html) {
    const at = document.getElementById(id)
    if (!at) continue
    const end = at.scrollHeight - at.scrollTop - at.clientHeight < 8
    const parts = document.createRange().createContextualFragment(html[id])
    const n = +parts.firstElementChild?.dataset.n // an entry that goes on comes again
    for (const old of [...at.querySelectorAll("[data-n]")].reverse()) if (+old.dataset.n >= n) old.remove(); else break
    at.append(parts)
    if (at.hasAttribute("data-tail") && end) at.scrollTop = at.scrollHeight
  }
}

// Updates that come within a frame are placed together, because a page takes longer to lay out than to receive.
let parts = {}, more = [], due = 0
function receive(update) {
  for (const id in update.html) {
    parts[id] = update.html[id]
    more = more.filter(added => !(id in added))
  }
  if (update.add) more.push(update.add)
  due ||= setTimeout(place, 16)
}
function place() {
  const [all, added] = [parts, more]
  parts = {}
  more = []
  due = 0
  document.dispatchEvent(new Event("putting"))
  put(all)
  added.forEach(add)
  document.dispatchEvent(new Event("put"))
}

// send tells the server what somebody does, who may be quicker than the line; else he is told that it is lost.
export function send(what) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(what))
  else if (socket?.readyState === WebSocket.CONNECTING && !body.classList.contains("lost")) waiting.push(what)
  else lost()
}

// lost says that nothing reaches the server; the notice goes when the line is back.
function lost() {
  say(body.dataset.lost, true)
  notes.dataset.lost = true
}

function connect() {
  const at = new URL(body.dataset.socket, location.href)
  at.protocol = at.protocol === "https:" ? "wss:" : "ws:"
  socket = new WebSocket(at)
  let opened = false
  socket.onopen = () => {
    opened = true
    tries = 0
    body.classList.remove("lost")
    if (notes.dataset.lost) say("")
    waiting.splice(0).forEach(send)
  }
  socket.onmessage = event => {
    const m = JSON.parse(event.data)
    if (m.load) return location.reload()
    if (m.html || m.add) receive(m)
    if (m.say) say(m.say, m.bad)
  }
  socket.onclose = event => {
    body.classList.add("lost")
    if (waiting.splice(0).length) lost()
    else if (tries > 1) { say(body.dataset.away, true); notes.dataset.lost = true }
    if (event.reason) { say(event.reason, true); notes.dataset.lost = true }
    // The seat or table of this page is gone if the server answers and does not know its address. Loaded again, the page says so.
    if (!opened) fetch(location.href, {method: "HEAD"}).then(answer => { if (answer.status === 404) location.reload() }, () => {})
    setTimeout(connect, Math.min(10000, 250 * 2 ** tries++))
  }
}

if (body.dataset.socket) {
  connect()
  const wake = () => { if (socket.readyState === WebSocket.CLOSED) { tries = 0; connect() } }
  addEventListener("online", wake)
  addEventListener("pagehide", () => socket.close()) // a browser may keep the page, but nobody looks at it
  document.addEventListener("visibilitychange", () => { if (!document.hidden) wake() })
}

// A button copies its link. Without a secure context a browser has no clipboard, but copies what is selected.
function copied(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const field = document.createElement("textarea")
  field.value = text
  body.append(field)
  field.select()
  const ok = document.execCommand("copy")
  field.remove()
  return ok ? Promise.resolve() : Promise.reject(new Error("not copied"))
}
document.addEventListener("click", event => {
  const from = event.target.closest("[data-copy]")
  if (from) copied(new URL(from.dataset.copy, location.href).href).then(() => say(from.dataset.done), () => say(from.dataset.copy))
})
