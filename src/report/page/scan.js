"use strict";
(function () {
  const all = Array.from(document.querySelectorAll("#findings details"));
  const search = document.getElementById("search");
  const check = document.getElementById("by-check");
  const boxes = Array.from(document.querySelectorAll("#filter [type=checkbox]"));
  const shown = document.getElementById("shown");
  const below = document.getElementById("below");
  let path = "";

  function isBelow(file) {
    return path === "" || file === path || file.startsWith(path + "/");
  }

  function filter() {
    const words = search.value.toLowerCase().split(/\s+/);
    const wanted = boxes.filter((b) => b.checked).map((b) => b.value);
    let n = 0;
    for (const finding of all) {
      const text = finding.textContent.toLowerCase();
      const good = wanted.includes(finding.dataset.confidence) &&
        (check.value === "" || check.value === finding.dataset.check) &&
        isBelow(finding.dataset.path) && words.every((w) => text.includes(w));
      finding.hidden = !good;
      n += good;
    }
    shown.textContent = n + " of " + all.length;
    below.textContent = path === "" ? "" : "below " + path;
  }

  for (const row of document.querySelectorAll("#tree [data-path]"))
    row.querySelector("a").addEventListener("click", function () {
      const chosen = document.querySelector("#tree tr.chosen");
      if (chosen) chosen.classList.remove("chosen");
      path = path === row.dataset.path ? "" : row.dataset.path;
      if (path !== "") row.classList.add("chosen");
      filter();
    });
  search.addEventListener("input", filter);
  check.addEventListener("change", filter);
  for (const box of boxes) box.addEventListener("change", filter);
  filter();
})();
