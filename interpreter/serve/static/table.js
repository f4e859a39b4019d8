// A seat at a table: what is lit is chosen by a click or a key, and sent with the turn of the page.

import {send, say} from "./page.js"

const form = () => document.querySelector("form.question")
let picks = []

// An answer is sent with the turn on which it was asked, so what is asked later is not answered by it.
const answer = pick => { picks = []; send({do: "answer", at: +form().dataset.at, pick}) }

function draw() {
  const f = form(), list = document.getElementById("picks")
  if (!f || !list) return
  const name = n => f.querySelector(`.choice[data-option="${n}"] .what`)?.textContent ?? n
  const drop = list.parentElement.dataset.leave
  list.replaceChildren(...picks.map((n, i) => {
    const li = document.createElement("li"), b = document.createElement("button")
    b.type = "button"
    b.textContent = name(n)
    b.dataset.drop = i
    b.setAttribute("aria-label", `${name(n)}: ${drop}`)
    li.append(b)
    return li
  }))
  f.querySelector(".count").textContent = `(${picks.length})`
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

function act(el) {
  const d = el.dataset
  if (d.option) choose(+d.option)
  else if (d.several) {
    const first = form()?.querySelector(`.choice[data-option="${d.several.split(" ")[0]}"]`)
    for (const n of d.several.split(" ")) form()?.querySelector(`.choice[data-option="${n}"]`)?.classList.add("near")
    first?.focus()
  } else if ("none" in d) answer([])
  else if ("drop" in d) { picks.splice(+d.drop, 1); draw() }
  else if ("why" in d) send({do: "why", at: 0, name: d.why})
  else if (d.close) document.getElementById(d.close).replaceChildren()
  else if (d.do) send({do: d.do, at: +d.at, ...(d.name && {name: d.name})})
}

const acts = "[data-option],[data-several],[data-none],[data-drop],[data-why],[data-close],[data-do]"
document.addEventListener("click", event => {
  const el = event.target.closest(acts)
  if (el) act(el)
})
document.addEventListener("submit", event => {
  const f = event.target
  if (f !== form()) return
  event.preventDefault()
  if ("number" in f.dataset) answer([f.elements.number.value - f.dataset.from + 1])
  else answer(picks)
})
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const at = event.target
  if ((event.key === "Enter" || event.key === " ") && at.matches("g[role=button]")) {
    event.preventDefault()
    return act(at)
  }
  if (event.key === "Enter" && at === document.body) form()?.requestSubmit()
  if (event.key === "Escape") document.getElementById("why")?.replaceChildren()
  if (!/^[0-9]$/.test(event.key) || at.matches("input,select,textarea") || !form()) return
  const el = event.key === "0" ? form().querySelector("[data-none]") : form().querySelector(`.choice[data-option="${event.key}"]`)
  if (el) { event.preventDefault(); act(el) }
})

// What was picked for a question that is no more is forgotten.
let asked = form()?.querySelector("h2")?.textContent
document.addEventListener("put", () => {
  const now = form()?.querySelector("h2")?.textContent
  if (now !== asked) {
    picks = []
    document.getElementById("why")?.replaceChildren()
    if (now && !document.hasFocus()) document.title = "● " + document.title.replace(/^● /, "")
  }
  asked = now
  draw()
  for (const old of [...document.querySelectorAll("#log .since")].slice(0, -1)) old.remove()
})
addEventListener("focus", () => { document.title = document.title.replace(/^● /, "") })
const log = document.getElementById("log")
if (log) log.scrollTop = log.scrollHeight

const slider = document.getElementById("slider")
slider?.addEventListener("change", () => { location.href = slider.dataset.at + slider.value + location.search })
if (slider) document.addEventListener("keydown", event => {
  if (event.target === slider) return
  if (event.key === "ArrowLeft") document.getElementById("before").click()
  if (event.key === "ArrowRight") document.getElementById("after").click()
})
