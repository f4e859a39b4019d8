const field = document.getElementById("find"), found = document.getElementById("found");
field.addEventListener("input", () => {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const hits = words.length ? index.filter(([head]) => words.every((w) => head.toLowerCase().includes(w))).slice(0, 20) : [];
  found.replaceChildren(...hits.map(([head, href]) => {
    const a = document.createElement("a"), li = document.createElement("li");
    a.href = href;
    a.textContent = head;
    li.append(a);
    return li;
  }));
  found.hidden = !hits.length;
});
// A link to an entry opens what is folded in it; so does printing.
const open = (within) => within.querySelectorAll("details").forEach((d) => { d.open = true; });
const target = () => { const at = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1))); if (at) open(at); };
addEventListener("hashchange", target);
addEventListener("beforeprint", () => open(document));
target();
