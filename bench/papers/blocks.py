"""Single-block against large-block encoding: the tables of that paper.

Programs: those of the collection's sets locks, ssh and ntdrivers, which are the
paper's (some of its ssh programs and drivers are not in it), and the
simplified ones.  published.csv of the collection has the paper's figures.

Configurations: single blocks with Cartesian abstraction (the paper's SBE),
rule summaries with Boolean abstraction (its LBE); beside them what the paper
says in words (SBE with Boolean, LBE with Cartesian), the four ways of its
comparison among BLAST's options, and what this tool does by itself.
"""
import csv
import os
import re

import presets
import report
import state
import svg
import tasks

HERE = os.path.dirname(os.path.realpath(__file__))
SETS = ["locks", "ssh", "ntdrivers", "ssh-simplified", "ntdrivers-simplified"]
MAIN = SETS[:3]
SBE, LBE = "single+cartesian", "rules+boolean"
# In the order of BLAST 1 to 4.  Where the paper switches the heuristics of
# predicate discovery off, ours gives predicates to whole functions.
OPTIONS = ["blast-bfs-global", "blast-bfs", "blast-dfs-global", SBE]
CONFIGURATIONS = [LBE, "cutset+boolean", "auto", SBE, "rules+cartesian",
                  "single+boolean", "blast-bfs", "blast-dfs-global",
                  "blast-bfs-global"]
LIMIT, MEMORY = 30, 1800  # CPU seconds (published: 1800), MB as published


def programs(options):
    return [t for name in SETS for t in tasks.read(
        options.tasks, [name], "unreach-call")]


def published_name(task):
    """test_locks_14-1 -> test_locks_14.c; s3.i.cil-2 -> s3[.BUG].i.cil.c"""
    name = re.sub(r"-\d$", "", task.name)
    if task.expected == "false":
        name = name.replace(".i.cil", ".BUG.i.cil") if ".i.cil" in name \
            else name + ".BUG"
    return name + ".c"


def published(path):
    """Figures of the paper by program."""
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8", newline="") as f:
        return {row["program"]: row for row in csv.DictReader(f)}


def published_seconds(task, paper):
    """Of single blocks; a run that is ended early has the cheap ones of the
    paper's sets."""
    try:
        return float(paper[published_name(task)]["sbe_s"])
    except (KeyError, ValueError):
        return float("inf")


def measure(options, kept, todo, paper):
    cheap = sorted(todo, key=lambda t: (t.set not in MAIN,
                                        published_seconds(t, paper)))
    for name in CONFIGURATIONS:
        for task in cheap:
            if name not in (LBE, SBE, "cutset+boolean", "auto") and \
                    task.set not in MAIN:
                continue
            if kept.missing(name, task.set, task.name):
                row = presets.run(options.tool, name, options.limit or LIMIT,
                                  task.files[0], task.model, MEMORY)
                kept.add(dict(row, set=task.set, program=task.name,
                              expected=task.expected))


def cell(kept, name, task):
    """CPU seconds; a dash and the reason if there is no answer."""
    row = kept.get(name, task.set, task.name)
    if not row:
        return ""
    if row["verdict"] == "unknown":
        return "– (%s)" % re.split(" at /|: use", row["reason"])[0]
    return row["cpu"] + ("" if row["verdict"] == task.expected else " WRONG")


def times(kept, chosen, paper):
    """Tables I and II."""
    rows = []
    for task in chosen:
        p = paper.get(published_name(task), {})
        rows.append([task.name, task.expected, p.get("blast_best_s", ""),
                     p.get("sbe_s", ""), p.get("lbe_s", "")] + [
                    cell(kept, name, task)
                    for name in (SBE, LBE, "cutset+boolean", "auto")])
    report.table(["program", "expected", "BLAST best s", "SBE s", "LBE s",
                  "ours: single", "ours: rules", "ours: cutset",
                  "ours: auto"], rows)


def counts(kept, chosen, paper):
    """Table III."""
    rows = []
    for task in chosen:
        p = paper.get(published_name(task), {})
        if task.expected != "true":
            continue
        ours = []
        for name in (SBE, LBE):
            row = kept.get(name, task.set, task.name) or {}
            mark = "(*)" if row.get("verdict") == "unknown" else ""
            ours += [row.get("nodes", "") + mark,
                     row.get("refinements", ""), row.get("predicates", "")]
        rows.append([task.name, p.get("sbe_art", ""), p.get("lbe_art", ""),
                     p.get("lbe_refinements", ""),
                     p.get("lbe_predicates", "")] + ours)
    report.table(["program", "SBE nodes", "LBE nodes", "LBE ref.",
                  "LBE pred.", "ours: single nodes", "ref.", "pred.",
                  "ours: rules nodes", "ref.", "pred."], rows)
    print("(*): when the limit struck\n")


def options_table(kept, chosen):
    """Tables IV and V."""
    paper = published(os.path.join(HERE, "blast_options.csv"))
    rows = []
    for task in chosen:
        p = paper.get(published_name(task), {})
        rows.append([task.name, task.expected] +
                    [p.get(name, "") for name in OPTIONS] +
                    [cell(kept, name, task) for name in OPTIONS])
    report.table(["program", "expected"] +
                 ["BLAST %d s" % (i + 1) for i in range(4)] +
                 ["ours: " + name for name in OPTIONS], rows)


def options_claims(kept, main):
    """Of programs that all four were tried on; the paper's words on IV, V."""
    tried = [(t, [kept.get(name, t.set, t.name) for name in OPTIONS])
             for t in main]
    tried = [(t, rows) for t, rows in tried if all(rows)]
    if not tried:
        return
    best = {i for _, rows in tried for i in range(4)
            if decided(rows[i]) and all(
                i == k or not decided(r) or
                float(rows[i]["cpu"]) < float(r["cpu"])
                for k, r in enumerate(rows))}
    report.claim("every combination of the options is the best for some "
                 "program", ", ".join(OPTIONS[i] for i in sorted(best)),
                 len(best) == 4)
    for expected, which, words in (
            ("true", 3, "without defects depth first with local predicates "
             "decides the most"),
            ("false", 1, "with defects breadth first with local predicates "
             "decides the most")):
        n = [sum(decided(rows[i]) for t, rows in tried
                 if t.expected == expected) for i in range(4)]
        report.claim(words, ", ".join("%s %d" % x for x in zip(OPTIONS, n)),
                     n[which] == max(n))


def totals(kept, todo):
    rows = []
    for name in CONFIGURATIONS:
        if not any(key[0] == name for key in kept.rows):
            continue
        line = [name]
        for group in SETS:
            some = [(t, kept.get(name, t.set, t.name)) for t in todo
                    if t.set == group]
            done = [(t, r) for t, r in some if r]
            right = sum(r["verdict"] == t.expected for t, r in done)
            wrong = sum(r["verdict"] not in ("unknown", t.expected)
                        for t, r in done)
            line.append("%d of %d%s" % (right, len(done), ", %d WRONG" % wrong
                                        if wrong else "") if done else "")
        rows.append(line + ["%.1f" % sum(
            float(r["cpu"]) for k, r in kept.rows.items() if k[0] == name)])
    report.table(["configuration"] + SETS + ["CPU s"], rows)


def pairs(kept, todo, one, other):
    """(task, row of the one, row of the other) where both were measured."""
    found = [(t, kept.get(one, t.set, t.name), kept.get(other, t.set, t.name))
             for t in todo]
    return [(t, a, b) for t, a, b in found if a and b]


def decided(row):
    return row["verdict"] != "unknown"


def number(row, field):
    return int(row[field] or 0)


def claims(kept, todo):
    main = [t for t in todo if t.set in MAIN]
    locks = [p for p in pairs(kept, main, SBE, LBE)
             if p[0].set == "locks" and p[0].expected == "true"]
    both = pairs(kept, main, SBE, LBE)
    if not both:
        return
    nodes = {number(b, "nodes") for _, _, b in locks}
    report.claim("on locks the tree of large blocks has a constant size, "
                 "without refinement or predicate",
                 "%s nodes, %d refinements, %d predicates" % (
                     sorted(nodes), sum(number(b, "refinements")
                                        for _, _, b in locks),
                     sum(number(b, "predicates") for _, _, b in locks)),
                 len(nodes) == 1 and not any(
                     number(b, "refinements") for _, _, b in locks))
    grow = sorted((number(a, "nodes"), t.name) for t, a, _ in locks
                  if decided(a))
    most = max((number(a, "nodes") / max(1, number(b, "nodes")), t.name)
               for t, a, b in locks)
    report.claim("on locks single blocks need more nodes by three orders of "
                 "magnitude and more", "%.0f times for %s" % most,
                 most[0] >= 1000)
    report.claim("with single blocks the tree grows exponentially on locks, "
                 "and the larger ones are lost",
                 "%d of %d decided; %s" % (
                     len(grow), len(locks),
                     ", ".join("%d" % n for n, _ in grow)),
                 len(grow) < len(locks))
    large = [r for r in (kept.get(LBE, t.set, t.name) for t in main) if r]
    report.claim("large blocks decide all programs", "%d of %d" % (
        sum(map(decided, large)), len(large)), all(map(decided, large)))
    some = sum(decided(a) for _, a, _ in both)
    report.claim("single blocks decide about a third", "%d of %d" % (
        some, len(both)), some <= len(both) / 2)
    slower = [t.name for t, a, b in both if decided(a) and decided(b) and
              float(b["cpu"]) > float(a["cpu"]) + 0.1]
    report.claim("where both decide, large blocks are never slower",
                 "slower on %d (%s)" % (len(slower), ", ".join(slower)),
                 not slower)
    size_claims(kept, main, both)
    for other, words in (("single+boolean", "single blocks gain nothing from "
                          "Boolean abstraction"),
                         ("rules+cartesian", "large blocks with Cartesian "
                          "abstraction decide nothing")):
        some = pairs(kept, main, SBE if other[0] == "s" else LBE, other)
        if some:
            n, m = (sum(decided(r[i]) for r in some) for i in (1, 2))
            report.claim(words, "%d of %d decided, %d without" % (
                m, len(some), n), m <= n if other[0] == "s" else m == 0)


def size_claims(kept, main, both):
    trees = [(number(a, "nodes") / max(1, number(b, "nodes")), t.name)
             for t, a, b in both if t.set == "ssh" and t.expected == "true" and
             decided(a) and decided(b)]
    if trees:
        report.claim("on ssh single blocks have a tree larger by orders of "
                     "magnitude (published: 3 to 4)", "%.0f (%s) to %.0f times "
                     "(%s)" % (*min(trees), *max(trees)), min(trees)[0] >= 10)
    bad = [(float(b["cpu"]), float(a["cpu"]), t.name) for t, a, b in both
           if t.expected == "false"]
    report.claim("large blocks are best at finding errors, too",
                 "%d defective programs, %.1f s against %.1f s" % (
                     len(bad), sum(x[0] for x in bad), sum(x[1] for x in bad)),
                 bool(bad) and all(x[0] <= x[1] + 0.1 for x in bad))


def seconds_claim(kept, main, paper):
    ours, theirs = 0, 0
    for task in main:
        row = kept.get(LBE, task.set, task.name)
        before = paper.get(published_name(task), {}).get("lbe_s", "")
        if row and decided(row) and before.replace(".", "").isdigit():
            ours += float(row["cpu"])
            theirs += float(before)
    if theirs:
        report.claim("seconds of large blocks, where both decide",
                     "%.1f s, published %.1f s" % (ours, theirs),
                     ours < theirs, "better")


def plots(options, kept, todo):
    plot = svg.Plot("n", "nodes of the tree")
    for name in (SBE, LBE):
        points = sorted(
            (int(re.search(r"_(\d+)", t.name).group(1)),
             number(kept.get(name, t.set, t.name), "nodes")) for t in todo
            if t.set == "locks" and t.expected == "true" and
            kept.get(name, t.set, t.name))
        plot.line("locks, " + name, [p for p in points if p[1]])
    report.save(options, "blocks-locks-nodes.svg", plot)
    plot = svg.Plot("single blocks, CPU s", "large blocks, CPU s", log_x=True)
    plot.diagonal = True
    for group in MAIN:
        plot.points(group, [
            (max(0.01, float(a["cpu"])), max(0.01, float(b["cpu"])))
            for t, a, b in pairs(kept, todo, SBE, LBE) if t.set == group])
    report.save(options, "blocks-scatter.svg", plot)


def main(options):
    todo = programs(options)[::options.every]
    kept = state.State(options, "blocks", ["configuration", "set", "program"],
                       ["expected"] + presets.FIELDS[2:])
    paper = published(os.path.join(options.tasks, "published.csv"))
    measure(options, kept, todo, paper)
    chosen = [t for t in todo if t.set in MAIN]
    totals(kept, todo)
    times(kept, chosen, paper)
    counts(kept, chosen, paper)
    options_table(kept, chosen)
    claims(kept, todo)
    options_claims(kept, chosen)
    seconds_claim(kept, chosen, paper)
    report.claims()
    plots(options, kept, todo)
