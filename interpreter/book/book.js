// What there is to be found is fetched when somebody looks for it.
const field = document.getElementById("book-find"), list = document.getElementById("book-found");
let index;
const load = () => {
  if (index) return;
  index = document.createElement("script");
  index.src = field.dataset.index;
  index.onload = look;
  document.head.append(index);
};
const query = field.dataset.index.split("?")[1];
const href = (to) => (query ? to.replace(/(?=#|$)/, "?" + query) : to);
function look() {
  if (typeof found === "undefined" || Array.isArray(found) === false) return;
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const name = (hit) => words.some((w) => hit[1].toLowerCase().startsWith(w));
  const hits = words.length ? found.filter((hit) => words.every((w) => (hit[1] + " " + hit[2]).toLowerCase().includes(w))) : [];
  hits.sort((a, b) => name(b) - name(a));
  list.replaceChildren(...hits.slice(0, 24).map((hit) => {
    const li = document.createElement("li"), a = document.createElement("a"), small = document.createElement("small");
    a.href = href(hit[3]);
    a.textContent = hit[1];
    small.textContent = hit[2];
    a.append(small);
    li.append(a);
    return li;
  }));
  list.hidden = !hits.length;
}
field.addEventListener("focus", load);
field.addEventListener("input", () => { load(); look(); });
document.addEventListener("keydown", (e) => {
  const links = [...list.querySelectorAll("a")], here = links.indexOf(document.activeElement);
  if (e.key === "Escape" && !list.hidden) { list.hidden = true; field.focus(); }
  else if (!list.hidden && (here >= 0 || document.activeElement === field) && /^Arrow(Up|Down)$/.test(e.key)) {
    e.preventDefault();
    (links[here + (e.key === "ArrowDown" ? 1 : -1)] || field).focus();
  } else if (e.key === "Enter" && document.activeElement === field && links.length) links[0].click();
});
document.addEventListener("keyup", (e) => { if (e.key === "/" && !/^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName)) field.focus(); });
// A link to an entry opens what is folded in it; so does printing.
const open = (within) => within.querySelectorAll("details").forEach((d) => { d.open = true; });
const target = () => { const at = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1))); if (at) { open(at); at.scrollIntoView(); } };
addEventListener("hashchange", target);
addEventListener("beforeprint", () => open(document));
const wide = matchMedia("(min-width: 64rem)"), fold = () => { document.querySelector(".menu").open = wide.matches; };
wide.addEventListener("change", fold);
fold();
target();
