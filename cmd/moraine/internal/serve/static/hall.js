// The pages of the host: seats follow the number of players, and times say how long ago they are.

const form = document.querySelector(".new form")
const places = form ? [...form.querySelectorAll(".places li")] : []

// Seats beyond the number of players are not shown and not sent.
function seats() {
  const n = +(form.querySelector("[name=players]:checked")?.value ?? places.length)
  places.forEach((li, i) => {
    li.hidden = i >= n
    for (const el of li.querySelectorAll("input, select")) el.disabled = i >= n
  })
  const invites = places.some((li, i) => i < n && li.querySelector("select").value === "open")
  form.querySelector("[data-invites]").hidden = !invites
}
if (places.length) {
  form.addEventListener("change", seats)
  addEventListener("pageshow", seats) // a browser may have kept what was chosen
  seats()
}

// The own name is remembered for the next table.
const own = document.querySelector(".places li:first-child [name=name], form[action$='/sit'] [name=name]")
if (own) {
  own.value ||= localStorage.name ?? ""
  own.form.addEventListener("submit", () => { if (own.value) localStorage.name = own.value })
}

const units = [["day", 86400], ["hour", 3600], ["minute", 60]]
const words = new Intl.RelativeTimeFormat(document.documentElement.lang, {numeric: "auto"})
function ago() {
  for (const el of document.querySelectorAll("time[datetime]")) {
    const s = (new Date(el.dateTime) - Date.now()) / 1000
    const [unit, size] = units.find(([, size]) => -s >= size) ?? ["second", 1]
    el.textContent = unit === "second" ? words.format(0, "minute") : words.format(Math.ceil(s / size), unit)
  }
}
ago()
setInterval(ago, 15000)
document.addEventListener("put", ago)
