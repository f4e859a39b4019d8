// The list follows what is typed; without this script Enter does.
const field = document.getElementById("find"), list = document.getElementById("list")
let waits, last = 0
field.addEventListener("input", () => {
  clearTimeout(waits)
  waits = setTimeout(async () => {
    const to = new URL(location.href), turn = ++last
    to.searchParams.set("find", field.value)
    const answer = await fetch(to)
    const next = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("list")
    if (turn !== last || !next) return
    list.replaceChildren(...next.childNodes)
    history.replaceState(null, "", to)
  }, 150)
})
document.addEventListener("keydown", event => {
  if (event.key !== "/" || event.target === field) return
  event.preventDefault()
  field.focus()
})
