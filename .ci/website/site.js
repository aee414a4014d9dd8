// The search field. The index is a script, because pages that are opened as files may not fetch anything.
(function () {
  "use strict";
  var form = document.querySelector("form[role=search]"), input = form.querySelector("input");
  var results = document.getElementById("search-results"), list = results.querySelector("ol"), status = results.querySelector("p");
  var root = document.documentElement.dataset.root, state = "none";
  form.hidden = false;

  function load() {
    if (state !== "none") return;
    state = "loading";
    var script = document.createElement("script");
    script.src = root + "search-index.js";
    script.onload = function () { state = "loaded"; show(); };
    script.onerror = function () { state = "none"; };
    document.head.append(script);
  }

  function show() {
    var query = input.value.trim();
    results.hidden = !query;
    if (!query || state !== "loaded") return;
    var found = search(window.searchIndex, query, 20);
    status.textContent = found.length ? found.length + (found.length === 20 ? " best results" : found.length === 1 ? " result" : " results") : "Nothing has these words.";
    list.replaceChildren.apply(list, found.map(function (result) {
      var item = document.createElement("li"), link = document.createElement("a"), kind = document.createElement("small");
      link.href = root + result.address;
      link.textContent = result.title;
      kind.textContent = result.kind;
      item.append(link, " ", kind);
      if (result.section) {
        var section = document.createElement("a");
        section.href = root + result.address.split("#")[0] + "#" + result.section[0];
        section.textContent = result.section[1];
        section.className = "section";
        item.append(" › ", section);
      }
      if (result.abstract) {
        var abstract = document.createElement("p");
        abstract.textContent = result.abstract;
        item.append(abstract);
      }
      return item;
    }));
  }

  function move(by) {
    var stops = [input].concat(Array.from(list.querySelectorAll("li > a:first-child")));
    var next = stops[stops.indexOf(document.activeElement) + by];
    if (next) next.focus();
  }

  input.addEventListener("focus", load);
  input.addEventListener("input", function () { load(); show(); });
  form.addEventListener("submit", function (event) {
    event.preventDefault();
    var first = list.querySelector("a");
    if (!results.hidden && first) location.href = first.href;
  });
  document.addEventListener("keydown", function (event) {
    var isInSearch = form.contains(document.activeElement) || results.contains(document.activeElement);
    if (event.key === "/" && !isInSearch && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      input.focus();
    } else if (event.key === "Escape" && isInSearch) {
      input.value = "";
      show();
      input.focus();
    } else if (isInSearch && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      move(event.key === "ArrowDown" ? 1 : -1);
    }
  });
  list.addEventListener("click", function (event) {
    // A section of this page is shown without loading it.
    if (event.target.tagName === "A") { input.value = ""; show(); }
  });

  // The lists are open where they have a column of their own.
  function open(selector, query) {
    var list = document.querySelector(selector), wide = window.matchMedia(query);
    function fit() { if (list) list.open = wide.matches; }
    fit();
    wide.addEventListener("change", fit);
  }
  open(".menu", "(min-width: 60rem)");
  open(".contents > details", "(min-width: 84rem)");

  // An address may have a query, such as `index.html#search=offline`.
  if (location.hash.startsWith("#search=")) { input.value = decodeURIComponent(location.hash.slice(8)); load(); show(); }
})();
