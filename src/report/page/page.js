// Moves through the steps of a counterexample: by the buttons, by the arrow
// keys or j and k, or by a click on a step.  It starts at the last one.
(function () {
  var steps = document.querySelectorAll("#steps li");
  var at = -1;

  function row(i) {
    return document.getElementById(steps[i].dataset.row);
  }

  function mark(i, now) {
    steps[i].classList.toggle("now", now);
    if (row(i)) row(i).classList.toggle("now", now);
  }

  function go(i) {
    if (i < 0 || i >= steps.length) return;
    if (at >= 0) mark(at, false);
    at = i;
    mark(at, true);
    steps[at].scrollIntoView({block: "nearest"});
    if (row(at)) row(at).scrollIntoView({block: "center"});
    document.getElementById("where").textContent =
      "step " + (at + 1) + " of " + steps.length;
  }

  function back() { go(at - 1); }
  function on() { go(at + 1); }

  steps.forEach(function (step, i) {
    step.onclick = function () { go(i); };
  });
  if (steps.length) {
    document.getElementById("prev").onclick = back;
    document.getElementById("next").onclick = on;
  }
  document.addEventListener("keydown", function (event) {
    if (event.key == "ArrowRight" || event.key == "j") on();
    if (event.key == "ArrowLeft" || event.key == "k") back();
  });
  go(steps.length - 1);
})();
