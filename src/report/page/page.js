// Moves through the steps of a counterexample: by the buttons, by the arrow
// keys or j and k, or by a click on a step; it starts at the last one.  Shows
// beside them the calls that are open and what is known of variables there.
// Chooses among properties, colours the source, draws arrows between objects.
(function () {
  function each(list, visit) { Array.prototype.forEach.call(list, visit); }
  function all(css, root) { return (root || document).querySelectorAll(css); }
  function make(tag, text, kind) {
    var node = document.createElement(tag);
    if (text !== undefined) node.textContent = text;
    if (kind) node.className = kind;
    return node;
  }

  // ---- light and dark
  var root = document.documentElement;
  if (matchMedia("(prefers-color-scheme: dark)").matches)
    root.classList.add("dark");
  document.getElementById("theme").onclick = function () {
    root.classList.toggle("dark");
  };

  // ---- the source in colours
  var C = new RegExp([
    "(\\/\\/.*|\\/\\*.*?(?:\\*\\/|$))",
    "(\"(?:\\\\.|[^\"\\\\])*\"?|'(?:\\\\.|[^'\\\\])*'?)",
    "(\\b(?:auto|break|case|char|const|continue|default|do|double|else|enum|" +
      "extern|float|for|goto|if|inline|int|long|register|return|short|signed|" +
      "sizeof|static|struct|switch|typedef|union|unsigned|void|volatile|" +
      "while|_Bool|bool)\\b|^\\s*#\\s*\\w+)",
    "(\\b\\d[\\w.]*)"].join("|"), "g");
  var KINDS = ["comment", "string", "word", "number"];

  function colour(cell, inside) {
    var text = cell.textContent, from = 0, found;
    cell.textContent = "";
    if (inside) {
      var end = text.indexOf("*/");
      from = end < 0 ? text.length : end + 2;
      cell.appendChild(make("span", text.slice(0, from), "comment"));
      if (end < 0) return true;
    }
    C.lastIndex = from;
    while ((found = C.exec(text))) {
      var kind = 1;
      while (found[kind] === undefined) kind++;
      cell.appendChild(document.createTextNode(text.slice(from, found.index)));
      cell.appendChild(make("span", found[0], KINDS[kind - 1]));
      from = found.index + found[0].length;
      if (found[0].slice(0, 2) == "/*" && found[0].slice(-2) != "*/")
        return true;
    }
    cell.appendChild(document.createTextNode(text.slice(from)));
    return false;
  }
  each(all("#sources table"), function (table) {
    var cells = all("td.c", table), inside = false;
    if (cells.length > 20000) return;
    each(cells, function (cell) { inside = colour(cell, inside); });
  });

  // ---- one property
  function row(node) { return document.getElementById(node.dataset.row); }

  // "a = 1, b = {2, 3}" as pairs
  function split(text) {
    var parts = [], depth = 0, quote = "", from = 0;
    for (var i = 0; i <= text.length; i++) {
      var c = text[i];
      if (quote && i < text.length) {
        if (c == "\\") i++;
        else if (c == quote) quote = "";
        continue;
      }
      if (c == "\"" || c == "'") quote = c;
      if (c == "{" || c == "(") depth++;
      if (c == "}" || c == ")") depth--;
      if (i == text.length || (c == "," && depth == 0)) {
        parts.push(text.slice(from, i).trim());
        from = i + 1;
      }
    }
    return parts.map(function (part) {
      var at = part.indexOf(" = ");
      return at < 0 ? null : [part.slice(0, at), part.slice(at + 3)];
    }).filter(Boolean);
  }

  // In a column that scrolls alone; where the whole page would scroll, the
  // buttons should stay.
  function reveal(line) {
    var column = line.closest("section");
    var at = line.getBoundingClientRect(), box = column.getBoundingClientRect();
    if (column.scrollHeight > column.clientHeight)
      column.scrollTop += at.top - box.top - column.clientHeight / 2;
  }

  function Part(node) {
    var steps = all(".steps li", node), at = -1, rows = [];
    var state = node.querySelector(".state");
    var where = node.querySelector(".where");

    function shown(i) {
      return node.classList.contains("everything") ||
        !steps[i].classList.contains("aside");
    }

    // What is known behind step `last`.
    function replay(last) {
      var base = steps.length ? +steps[0].dataset.depth : 0;
      var frames = [{name: "main", vars: {}}], memory = {}, fresh = "";
      for (var i = 0; i <= last; i++) {
        var step = steps[i], data = step.dataset, depth = data.depth - base;
        if (depth < 0) { base += depth; depth = 0; }
        while (frames.length > depth + 1) frames.pop();
        while (frames.length < depth + 1) frames.push({name: "?", vars: {}});
        fresh = "";
        if (step.classList.contains("call")) {
          var vars = {};
          split(data.value).forEach(function (p) { vars[p[0]] = p[1]; });
          if (i < last && steps[i + 1].dataset.depth - base > depth)
            frames.push({name: data.name, vars: vars});
        } else if (step.classList.contains("assign")) {
          fresh = data.name;
          var inner = /[.\[]|^heap#/.test(data.name) &&
            data.name.indexOf("->") < 0;
          (inner ? memory : frames[depth].vars)[data.name] = data.value;
        }
      }
      return {frames: frames, memory: memory, fresh: fresh};
    }

    function table(title, vars, fresh) {
      var names = Object.keys(vars);
      state.appendChild(make("b", title));
      var list = make("table");
      names.forEach(function (name) {
        var line = make("tr", undefined, name === fresh ? "new" : "");
        line.appendChild(make("td", name));
        line.appendChild(make("td", vars[name]));
        list.appendChild(line);
      });
      state.appendChild(list);
    }

    function show() {
      if (!state) return;
      var known = replay(at);
      state.textContent = "";
      for (var i = known.frames.length - 1; i >= 0; i--) {
        var top = i == known.frames.length - 1;
        table(known.frames[i].name + "()", known.frames[i].vars,
              top ? known.fresh : "");
      }
      if (Object.keys(known.memory).length)
        table("in memory", known.memory, known.fresh);
    }

    function mark(i, now) {
      steps[i].classList.toggle("now", now);
      if (row(steps[i])) row(steps[i]).classList.toggle("now", now);
      each(all(".flow g", node), function (box) {
        if (box.dataset.row == steps[i].dataset.row)
          box.classList.toggle("now", now);
      });
    }

    function go(i) {
      if (i < 0 || i >= steps.length) return;
      if (at >= 0) mark(at, false);
      at = i;
      mark(at, true);
      var list = steps[at].parentNode;
      list.scrollTop = steps[at].offsetTop - list.clientHeight / 2;
      if (row(steps[at])) reveal(row(steps[at]));
      var seen = [];
      for (var k = 0; k < steps.length; k++) if (shown(k)) seen.push(k);
      where.textContent =
        "step " + (seen.indexOf(at) + 1) + " of " + seen.length;
      show();
    }

    this.move = function (by) {
      var i = at + by;
      while (i >= 0 && i < steps.length && !shown(i)) i += by;
      go(i);
    };
    this.open = function () {
      node.hidden = false;
      each(steps, function (step) {
        if (row(step) && !step.classList.contains("aside"))
          row(step).classList.add("hit");
      });
      each(all(".invariants li", node), function (li) {
        if (!row(li)) return;
        var line = make("tr", undefined, "inv");
        line.appendChild(make("td"));
        line.appendChild(make("td", "always here: " +
                              li.lastElementChild.textContent));
        row(li).parentNode.insertBefore(line, row(li));
        rows.push(line);
      });
      if (steps.length) go(at < 0 ? steps.length - 1 : at);
      arrows(node);
    };
    this.close = function () {
      node.hidden = true;
      if (at >= 0) mark(at, false);
      each(all("tr.hit"), function (tr) { tr.classList.remove("hit"); });
      rows.forEach(function (line) { line.remove(); });
      rows = [];
    };

    var self = this;
    var lowest = Infinity;
    each(steps, function (step) {
      lowest = Math.min(lowest, +step.dataset.depth);
    });
    each(steps, function (step, i) {
      var depth = Math.min(step.dataset.depth - lowest, 12);
      step.querySelector(".what").style.marginLeft = depth + "em";
      step.onclick = function () { go(i); };
    });
    each(all(".flow g, .notes li, .invariants li", node), function (box) {
      box.onclick = function () {
        if (row(box)) row(box).scrollIntoView({block: "center"});
      };
    });
    if (!steps.length) return;
    node.querySelector(".prev").onclick = function () { self.move(-1); };
    node.querySelector(".next").onclick = function () { self.move(1); };
    node.querySelector(".all").onchange = function () {
      node.classList.toggle("everything", this.checked);
      if (!shown(at)) self.move(1);
      else go(at);
    };
  }

  // ---- arrows from pointers to objects
  function arrows(node) {
    var memory = node.querySelector(".memory");
    if (!memory || memory.querySelector("svg")) return;
    var space = "http://www.w3.org/2000/svg";
    var svg = document.createElementNS(space, "svg");
    svg.innerHTML = "<defs><marker id='head' viewBox='0 0 8 8' refX='7' " +
      "refY='4' markerWidth='7' markerHeight='7' orient='auto'>" +
      "<path d='M0,0 L8,4 L0,8 z' style='fill:currentColor'/><\/marker><\/defs>";
    memory.appendChild(svg);
    var origin = memory.getBoundingClientRect();
    each(all("tr[data-to]", memory), function (line) {
      var target = document.getElementById(line.dataset.to);
      if (!target) return;
      var from = line.getBoundingClientRect();
      var to = target.getBoundingClientRect();
      var x = from.right - origin.left, y = from.top + from.height / 2 - origin.top;
      var behind = to.left > from.right;
      var u = (behind ? to.left : to.right) - origin.left;
      var v = to.top + 10 - origin.top, bend = behind ? (u - x) / 2 : 36;
      var path = document.createElementNS(space, "path");
      path.setAttribute("d", "M" + x + "," + y + " C" + (x + bend) + "," + y +
        " " + (behind ? u - bend : u + bend) + "," + v + " " + u + "," + v);
      path.setAttribute("marker-end", "url(#head)");
      svg.appendChild(path);
    });
  }

  // ---- choosing a property
  var parts = {}, chosen = "";
  each(all(".part"), function (node) {
    parts[node.id] = new Part(node);
    node.hidden = true;
  });
  function choose(id) {
    if (!parts[id]) return;
    if (chosen) parts[chosen].close();
    chosen = id;
    parts[id].open();
    each(all("#properties tr"), function (tr) {
      tr.classList.toggle("chosen", tr.dataset.part == id);
    });
  }
  each(all("#properties tr"), function (tr) {
    tr.onclick = function () { choose(tr.dataset.part); };
  });
  function first(css) {
    var found = document.querySelector("#properties " + css);
    return found && found.closest("tr").dataset.part;
  }
  choose(first(".violated") || first(".undecided") || first("tr:not(.idle)") ||
         Object.keys(parts)[0]);
  document.addEventListener("keydown", function (event) {
    if (!chosen) return;
    if (event.key == "ArrowRight" || event.key == "j") parts[chosen].move(1);
    if (event.key == "ArrowLeft" || event.key == "k") parts[chosen].move(-1);
  });
})();
