"""Symbolic execution with interpolation and loop invariants (minimax).

figures   the paper's small programs (tests/c/papers), with and without
          interpolation and invariants
growth    the loop and the diamond chain of its third figure, growing; and
          bench/gen_states.py, where one fact suffices for exponentially many
          paths
drivers   those of the collection that the paper has, and their like
avoid     collision avoidance (tests/c/trace/avoid_*.c), twelve inputs and ten
          assertions: a program of ours in place of tcas
mutants   the same with each of 41 faults; avoid_truth.c knows the answers
"""
import glob
import os
import re
import subprocess

import gen_states
import measured
import report
import state
import svg
import tasks

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))
HERE = os.path.dirname(os.path.realpath(__file__))
MUTANTS = 41
LIMIT, ABLATION_LIMIT = 30, 10  # CPU seconds
VARIANTS = {"minimax": [], "no interpolation": ["--no-interpolation"],
            "no invariants": ["--no-invariants"]}
PLAIN = ["--engine=trace", "--seed=none", "--cores=1"]
BLAST = ["--engine=predicate", "--preset=blast", "--cores=1"]
COUNTS = ["nodes", "subsumed", "closed", "restarts", "locked"]
# Fig. 6: BLAST's predicates and seconds, TRACER's nodes and seconds.
PUBLISHED = {
    "cdaudio": ("*", "*", 6258, 10.53), "diskperf": (92, 82.3, 3326, 8.21),
    "floppy": ("*", "*", 3124, 6.47), "kbfiltr": (45, 44.03, 1392, 2),
    "1a": (23, 3.6, 6029, 6.97), "1b": (56, 78.35, 6050, 6.77),
    "2a": (22, 3.25, 6029, 6.74), "3b": (39, 15.68, 6017, 6.63),
    "5a": (31, 10.29, 6029, 6.36), "2b": (40, 17.46, 91, 0.01),
    "3a": (25, 18.96, 243, 0.16), "4a": (45, 14.44, 243, 0.15),
    "4b": (36, 6.44, 91, 0.01), "5b": (54, 40.31, 91, 0.02)}
LOOP = """extern void reach_error(void);
int main(void) {
  int y = 0, n = 0;
  while (n < %d) {
    y++;
    n++;
  }
  if (y + n < %d) reach_error();
  return 0;
}
"""
CHAIN = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int s = 0, z;
  if (__VERIFIER_nondet_int()) z = 0; else z = 999;
%s  if (s > %d && z == 0) reach_error();
  return 0;
}
"""
STEP = "  if (__VERIFIER_nondet_int()) s = s + 1; else s = s + 2;\n"


def figures():
    for figure, name in (("1", "subsumes"), ("2", "locks"),
                         ("3b", "one_iteration"), ("3c", "other_branch")):
        yield figure, os.path.join(ROOT, "tests/c/papers",
                                   "trace_%s.c" % name)


def grown(work):
    """(family, size, path)"""
    for family, sizes, text in (
            ("loop", (10, 50, 200), lambda n: LOOP % (n, n)),
            ("chain", (5, 10, 20, 50),
             lambda n: CHAIN % (STEP * n, 2 * n)),
            ("states", (3, 5, 8), lambda n: gen_states.program(n, n))):
        for n in sizes:
            path = os.path.join(work, "%s%d.c" % (family, n))
            with open(path, "w", encoding="utf-8") as f:
                f.write(text(n))
            yield family, n, path


class Bench:
    def __init__(self, options):
        self.options = options
        self.kept = state.State(options, "minimax",
                                ["experiment", "program", "variant"],
                                ["expected", "verdict", "cpu"] + COUNTS +
                                ["predicates", "reason"])

    def run(self, experiment, program, variant, expected, arguments, files,
            limit=LIMIT):
        if not self.kept.missing(experiment, program, variant):
            return
        done = measured.run(self.options.tool,
                            ["--property=unreach-call"] + arguments, files,
                            self.options.limit or limit)
        row = {"experiment": experiment, "program": program,
               "variant": variant, "expected": expected,
               "verdict": done.verdict, "cpu": "%.2f" % done.cpu,
               "reason": done.reason if done.verdict == "unknown" else ""}
        for name in COUNTS + ["predicates"]:
            row[name] = done.counts.get(name, "")
        self.kept.add(row)

    def ablate(self, experiment, program, path):
        for variant, more in VARIANTS.items():
            self.run(experiment, program, variant, "true", PLAIN + more,
                     [path], ABLATION_LIMIT)


def drivers(options):
    for group in ("ntdrivers", "ntdrivers-simplified"):
        yield from tasks.read(options.tasks, [group], "unreach-call")


def assertions():
    """name -> (path, expected, the violation)"""
    found = {}
    for path in sorted(glob.glob(os.path.join(
            ROOT, "tests/c/trace/avoid_*.c"))):
        with open(path, encoding="utf-8") as f:
            text = f.read()
        found[path[-4:-2]] = (
            path, re.search(r"expect: (\w+)", text).group(1),
            re.search(r"#define VIOLATION (.*)", text).group(1))
    return found


def truth(work, mutant, known):
    """assertion -> "true" or "false", by running the mutant."""
    binary = os.path.join(work, "avoid_truth")
    text = " ".join("V(%d, %s)" % (i, v[2])
                    for i, v in enumerate(known.values()))
    subprocess.run(["cc", "-O2", "-w", "-DMUTANT=%d" % mutant,
                    "-DVIOLATIONS=" + text, "-o", binary,
                    os.path.join(HERE, "avoid_truth.c")], check=True)
    bits = int(subprocess.run([binary], stdout=subprocess.PIPE, text=True,
                              check=True).stdout)
    return {name: "false" if bits >> i & 1 else "true"
            for i, name in enumerate(known)}


def measure(options, bench):
    for figure, path in figures():
        bench.ablate("figures", figure, path)
    known = assertions()
    right = truth(options.work, 0, known)
    for name, (path, expected, _) in known.items():
        assert right[name] == expected, "the grid and the test differ"
        bench.run("avoid", name, "minimax", expected, PLAIN, [path])
        bench.run("avoid", name, "no interpolation", expected,
                  PLAIN + ["--no-interpolation"], [path])
        bench.run("avoid", name, "predicates", expected, BLAST, [path])
    for mutant in range(1, MUTANTS + 1, options.every):
        names = ["%d/%s" % (mutant, name) for name in known]
        if not any(bench.kept.missing("mutants", n, "minimax") for n in names):
            continue
        right = truth(options.work, mutant, known)
        for name, (path, _, _) in known.items():
            bench.run("mutants", "%d/%s" % (mutant, name), "minimax",
                      right[name], PLAIN,
                      [path, "--", "-DMUTANT=%d" % mutant])
    for family, n, path in grown(options.work):
        bench.ablate("growth", "%s%d" % (family, n), path)
    for task in drivers(options):
        for variant, arguments in (("minimax", PLAIN), ("predicates", BLAST)):
            bench.run("drivers", task.name, variant, task.expected,
                      ["--%d" % task.model] + arguments +
                      measured.error_arguments(task.files[0]), task.files)


def cell(row):
    """nodes, CPU seconds"""
    if not row:
        return ""
    return "%s%s, %s s" % ("– " if row["verdict"] == "unknown" else "",
                           row["nodes"] or "?", row["cpu"])


def ablation_table(kept, experiment):
    programs = list(dict.fromkeys(k[1] for k in kept.rows
                                  if k[0] == experiment))
    report.table(["program"] + ["%s: nodes, CPU" % v for v in VARIANTS], [
        [p] + [cell(kept.get(experiment, p, v)) for v in VARIANTS]
        for p in programs])


def programs_table(kept, experiment):
    rows = []
    for key, row in kept.rows.items():
        if key[0] != experiment or key[2] != "minimax":
            continue
        other = kept.get(experiment, key[1], "predicates") or {}
        name = re.split(r"[._]", key[1])[0]
        if experiment == "drivers" and row["expected"] == "false":
            name = ""  # the paper has the safe ones
        paper = PUBLISHED.get(name, ("",) * 4)
        rows.append([key[1], row["expected"], *paper, row["verdict"],
                     row["nodes"], row["cpu"], other.get("verdict", ""),
                     other.get("predicates", ""), other.get("cpu", "")])
    report.table(["program", "expected", "BLAST pred.", "s", "TRACER nodes",
                  "s", "ours: verdict", "nodes", "CPU s", "ours, predicate "
                  "abstraction: verdict", "pred.", "CPU s"], rows)


def mutants_table(kept):
    rows = [r for k, r in kept.rows.items() if k[0] == "mutants"]
    lines = []
    for answer in ("true", "false"):
        some = [r for r in rows if r["expected"] == answer]
        right = [r for r in some if r["verdict"] == answer]
        lines.append([
            answer, len(some), len(right),
            sum(r["verdict"] == "unknown" for r in some),
            len([r for r in some if r["verdict"] not in (answer, "unknown")]),
            "%.2f" % (sum(float(r["cpu"]) for r in some) / max(1, len(some))),
            max((int(r["nodes"] or 0) for r in right), default="")])
    report.table(["answer", "conditions", "right", "unknown", "wrong",
                  "CPU s each", "most nodes"], lines)
    print("%d mutants\n" % len({k[1].split("/")[0] for k in kept.rows
                                if k[0] == "mutants"}))


def nodes_of(kept, experiment, program, variant):
    row = kept.get(experiment, program, variant)
    return int(row["nodes"]) if row and row["nodes"] and \
        row["verdict"] != "unknown" else None


def claims(kept):
    def both(experiment, program, variant):
        return [nodes_of(kept, experiment, program, v)
                for v in ("minimax", variant)]
    a, b = both("figures", "1", "no interpolation")
    report.claim("Fig. 1: interpolation makes the tree smaller",
                 "%s nodes, %s without" % (a, b), bool(a and b and a < b))
    for figure in ("2", "3b"):
        a, b = both("figures", figure, "no invariants")
        report.claim("Fig. %s: loop invariants end what unrolling does not" %
                     figure, "%s nodes, %s without" % (a, b or "no answer"),
                     bool(a and (not b or a < b)))
    for family, sizes in (("chain", (5, 10, 20, 50)), ("loop", (10, 50, 200))):
        nodes = [nodes_of(kept, "growth", "%s%d" % (family, n), "minimax")
                 for n in sizes]
        if all(nodes):
            report.claim("Fig. 3: %s grows at most linearly" % family,
                         ", ".join("N = %d: %d" % p
                                   for p in zip(sizes, nodes)),
                         nodes[-1] <= nodes[0] * sizes[-1] / sizes[0])
    program_claims(kept)
    driver_claims(kept)
    report.claims()


def program_claims(kept):
    rows = {k[1]: r for k, r in kept.rows.items() if k[0] == "avoid" and
            k[2] == "minimax"}
    right = sum(r["verdict"] == r["expected"] for r in rows.values())
    report.claim("Fig. 6: the ten assertions are decided",
                 "%d of %d" % (right, len(rows)), right == len(rows) > 0)
    safe, violated = ([int(r["nodes"] or 0) for r in rows.values()
                       if r["expected"] == e] for e in ("true", "false"))
    report.claim("Fig. 6: violations are found with fewer nodes than proofs "
                 "take", "%s against %s" % (sorted(violated), sorted(safe)),
                 bool(safe) and max(violated) < min(safe))
    both = [(k[1], float(r["cpu"]), float(kept.get(k[0], k[1],
                                                   "predicates")["cpu"]))
            for k, r in kept.rows.items() if k[0] in ("avoid", "drivers") and
            k[2] == "minimax" and kept.get(k[0], k[1], "predicates")]
    slower = [name for name, ours, other in both if ours > other + 0.05]
    report.claim("Fig. 6: competitive with predicate abstraction, sometimes "
                 "much faster", "slower on %d of %d (%s), %.1f s against "
                 "%.1f s" % (len(slower), len(both), ", ".join(slower),
                             sum(b[1] for b in both), sum(b[2] for b in both)),
                 sum(b[1] for b in both) <= sum(b[2] for b in both))
    mutants = [r for k, r in kept.rows.items() if k[0] == "mutants"]
    report.claim("all conditions of the mutants are answered rightly",
                 "%d of %d" % (sum(r["verdict"] == r["expected"]
                                   for r in mutants), len(mutants)),
                 all(r["verdict"] == r["expected"] for r in mutants))


def driver_claims(kept):
    safe = [r for k, r in kept.rows.items() if k[0] == "drivers" and
            k[2] == "minimax" and r["expected"] == "true"]
    proved = [r["program"] for r in safe if r["verdict"] == "true"]
    report.claim("Fig. 6: the safe drivers are proved", "%d of %d: %s" % (
        len(proved), len(safe), ", ".join(proved)),
        len(proved) == len(safe) > 0)


def plots(options, kept):
    plot = svg.Plot("N", "nodes", log_x=True)
    for family in ("loop", "chain", "states"):
        for variant in VARIANTS:
            points = [(int(re.sub(r"\D", "", k[1])), int(r["nodes"]))
                      for k, r in kept.rows.items() if k[0] == "growth" and
                      k[1].startswith(family) and k[2] == variant and
                      r["verdict"] != "unknown" and r["nodes"]]
            if points and (family, variant) != ("loop", "no interpolation"):
                plot.line("%s, %s" % (family, variant), sorted(points))
    report.save(options, "minimax-growth.svg", plot)


def main(options):
    bench = Bench(options)
    if not options.show:
        measure(options, bench)
    ablation_table(bench.kept, "figures")
    ablation_table(bench.kept, "growth")
    programs_table(bench.kept, "avoid")
    programs_table(bench.kept, "drivers")
    mutants_table(bench.kept)
    claims(bench.kept)
    plots(options, bench.kept)
