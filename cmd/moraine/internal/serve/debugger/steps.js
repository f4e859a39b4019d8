// Keys and clicks go to another step of the page without loading all of it anew. Without this script
// the same links do.
const page = document

async function go(href) {
  const answer = await fetch(href, {headers: {Accept: "text/html"}})
  if (!answer.ok) return location.assign(href)
  const next = new DOMParser().parseFromString(await answer.text(), "text/html")
  const now = page.getElementById("debug"), then = next.getElementById("debug")
  if (!then) return location.assign(href)
  const focus = page.activeElement?.dataset?.key
  now.replaceWith(then)
  history.replaceState(null, "", answer.url)
  if (focus) then.querySelector(`[data-key="${focus}"]`)?.focus({preventScroll: true})
  show()
}

// show brings the step, and its line in each file, into view within their panes.
function show() {
  for (const at of page.querySelectorAll(".timeline .here, .code .here, .code .wrong")) {
    const pane = at.closest("ol, pre")
    if (at.matches(".wrong") && pane.querySelector(".here")) continue
    pane.scrollTop = at.offsetTop - pane.clientHeight / 3
  }
}

page.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return
  if (event.key === "/") {
    event.preventDefault()
    return page.querySelector("[data-focus='/']")?.focus()
  }
  const link = page.querySelector(`a[data-key="${CSS.escape(event.key)}"]`)
  if (link) { event.preventDefault(); go(link.href) }
})

page.addEventListener("click", event => {
  const link = event.target.closest("#debug a[data-key], #debug a[data-at], #debug .state a")
  if (link && !event.ctrlKey && !event.metaKey) { event.preventDefault(); go(link.href) }
})

show()
