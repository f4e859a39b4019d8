// What there is to be found is fetched when somebody looks for it.
const field = document.getElementById("book-find"), list = document.getElementById("book-found");
const unknown = document.getElementById("book-unknown");
let index;
const load = (then) => {
  if (!index) {
    index = document.createElement("script");
    index.src = field.dataset.index;
    document.head.append(index);
  }
  if (typeof found === "undefined") index.addEventListener("load", then);
  else then();
};
const query = field.dataset.index.split("?")[1];
const href = (to) => (query ? to.replace(/(?=#|$)/, "?" + query) : to);
function look() {
  const asked = field.value.trim(), hits = asked ? search(asked, document.documentElement.lang, 24) : [];
  list.replaceChildren(...hits.map((hit) => {
    const li = document.createElement("li"), a = document.createElement("a"), small = document.createElement("small");
    a.href = href(hit[3]);
    a.textContent = hit[1];
    small.textContent = hit[2];
    a.append(small);
    li.append(a);
    return li;
  }));
  if (asked && !hits.length) {
    const li = document.createElement("li");
    li.textContent = unknown.dataset.says + " " + field.value;
    list.append(li);
  }
  list.hidden = !asked;
}
field.addEventListener("focus", () => load(look));
field.addEventListener("input", () => load(look));
document.addEventListener("keydown", (e) => {
  const links = [...list.querySelectorAll("a")], here = links.indexOf(document.activeElement);
  if (e.key === "Escape" && !list.hidden) { list.hidden = true; field.focus(); }
  else if (!list.hidden && (here >= 0 || document.activeElement === field) && /^Arrow(Up|Down)$/.test(e.key)) {
    e.preventDefault();
    (links[here + (e.key === "ArrowDown" ? 1 : -1)] || field).focus();
  } else if (e.key === "Enter" && document.activeElement === field && links.length) links[0].click();
});
document.addEventListener("keyup", (e) => { if (e.key === "/" && !/^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName)) field.focus(); });
// A link to an entry opens what is folded in it; so does printing, but for long lists.
const open = (within, which) => within.querySelectorAll(which || "details").forEach((d) => { d.open = true; });
// What is above is laid out only when it comes near, and moves what is below.
const reach = (at, frames) => { at.scrollIntoView(); if (frames) requestAnimationFrame(() => reach(at, frames - 1)); };
// What is on no page any more, or on another one, is looked for before it is said to be unknown.
const decoded = (id) => { try { return decodeURIComponent(id); } catch { return id; } }; // anybody may have written it
const target = () => {
  if ("live" in document.body.dataset) return; // its script follows links
  const id = decoded(location.hash.slice(1).split("&")[0]), at = id && document.getElementById(id);
  unknown.textContent = "";
  for (const e of document.querySelectorAll(".target")) e.classList.remove("target");
  if (at) {
    at.classList.add("target"); // beside a configuration in the address it is no :target
    open(at);
    reach(at, 6);
  } else if (id) load(() => {
    const moved = found.find((hit) => hit[3].endsWith("#" + id));
    if (moved) location.replace(href(moved[3]));
    else unknown.textContent = unknown.dataset.says + " " + id;
  });
};
addEventListener("hashchange", target);
addEventListener("beforeprint", () => open(document, "details:not(.many)"));
const wide = matchMedia("(min-width: 64rem)"), fold = () => { document.querySelector(".menu").open = wide.matches; };
wide.addEventListener("change", fold);
fold();
target();
