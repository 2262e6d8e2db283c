#!/usr/bin/env python3
"""Small C programs over few-bit inputs, whose verdict can be found by running
them on every sequence of inputs.

usage: tests/fuzz/gen_verdict.py SEED

Every execution reads at most MOST_INPUTS inputs, each through input(), whose
value lies in 0..3, and ends after few steps.  Nothing is undefined, so that
the compiler and the checker must agree.
"""
import random
import sys

MOST_INPUTS = 5
INPUT_BITS = 2

TYPES = [("unsigned char", 8, False), ("signed char", 8, True),
         ("unsigned short", 16, False), ("short", 16, True),
         ("unsigned", 32, False), ("int", 32, True),
         ("unsigned long long", 64, False), ("long long", 64, True)]


class Program:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.lines, self.indent, self.inputs = [], 1, 0
        self.names = []    # readable variables
        self.targets = []  # of them, those that may be assigned
        self.loops, self.next, self.depth = 0, 0, 0
        self.multiplier = 1  # turns of the loops around this place

    def emit(self, text):
        self.lines.append("  " * self.indent + text)

    def fresh(self, prefix):
        self.next += 1
        return "%s%d" % (prefix, self.next)

    # ---- expressions: unsigned arithmetic only, so nothing overflows ----

    def leaf(self):
        r = self.r
        if self.names and r.random() < 0.7:
            return r.choice(self.names)
        if r.random() < 0.3:
            return "a[%s & 3]" % r.choice(self.names or ["1"])
        if r.random() < 0.3:
            return r.choice(["s.x", "s.y", "p->x", "p->y", "*q"])
        return "%du" % r.choice([0, 1, 2, 3, 5, 7, 255, 256, 65535])

    def expr(self, depth=2):
        r = self.r
        if depth == 0 or r.random() < 0.25:
            return "(unsigned)(%s)" % self.leaf()
        a, b = self.expr(depth - 1), self.expr(depth - 1)
        kind = r.randrange(12)
        if kind < 6:
            return "(%s %s %s)" % (a, r.choice(["+", "-", "*", "&", "|", "^"]),
                                   b)
        if kind == 6:
            return "(%s %s (%s & 7))" % (a, r.choice(["<<", ">>"]), b)
        if kind == 7:
            return "(%s %s ((%s & 3) + 1))" % (a, r.choice(["/", "%"]), b)
        if kind == 8:
            return "(%s ? %s : %s)" % (self.cond(depth - 1), a, b)
        if kind == 9:
            return "mix(%s, %s)" % (a, b)
        if kind == 10:
            return "(unsigned)(%s)%s" % (r.choice(TYPES)[0], a)
        return "(~%s)" % a

    def cond(self, depth=1):
        r = self.r
        a, b = self.expr(depth), self.expr(max(depth - 1, 0))
        if r.random() < 0.25:
            a, b = "(int)" + a, "(int)" + b
        text = "(%s %s %s)" % (a, r.choice(["==", "!=", "<", "<=", ">"]), b)
        if r.random() < 0.2:
            text = "(%s %s %s)" % (text, r.choice(["&&", "||"]),
                                   self.cond(0))
        return text

    # ---- statements ----

    def declare(self):
        kind, _, _ = self.r.choice(TYPES)
        name = self.fresh("v")
        self.emit("%s %s = (%s)%s;" % (kind, name, kind, self.value()))
        self.names.append(name)
        self.targets.append((name, kind))

    def value(self):
        room = MOST_INPUTS - self.inputs
        if room >= self.multiplier and self.r.random() < 0.5:
            self.inputs += self.multiplier
            return "input()"
        return self.expr()

    def assign(self):
        r = self.r
        places = [t for t in self.targets]
        place, kind = r.choice(places) if places and r.random() < 0.6 else \
            r.choice([("a[%s & 3]" % r.choice(self.names or ["2"]),
                       "unsigned char"), ("s.x", "unsigned short"),
                      ("p->y", "int"), ("*q", "unsigned"),
                      ("g", "unsigned char")])
        self.emit("%s = (%s)%s;" % (place, kind, self.value()))

    def block(self, n):
        names, targets = len(self.names), len(self.targets)
        self.indent += 1
        for _ in range(n):
            self.statement()
        self.indent -= 1
        del self.names[names:], self.targets[targets:]

    def branch(self):
        self.emit("if %s {" % self.cond())
        self.block(self.r.randint(1, 2))
        if self.r.random() < 0.5:
            self.emit("} else {")
            self.block(self.r.randint(1, 2))
        self.emit("}")

    def loop(self):
        r = self.r
        turns, name = r.choice([2, 2, 3, 4]), self.fresh("i")
        bound = "%d" % turns
        if r.random() < 0.3:
            bound = "(%s & %d)" % (r.choice(self.names or ["3"]), turns - 1)
        self.emit("for (unsigned %s = 0; %s < %s; %s++) {" % (name, name,
                                                              bound, name))
        self.names.append(name)
        before, self.multiplier = self.multiplier, self.multiplier * turns
        self.loops += 1
        self.depth += 1
        self.block(r.randint(1, 3))
        if r.random() < 0.3:
            self.emit("  if %s %s;" % (self.cond(),
                                       r.choice(["break", "continue"])))
        self.depth -= 1
        self.multiplier = before
        self.names.remove(name)
        self.emit("}")

    def statement(self):
        x = self.r.random()
        if x < 0.15:
            self.declare()
        elif x < 0.55:
            self.assign()
        elif x < 0.75 and self.indent < 4:
            self.branch()
        elif x < 0.9 and self.depth < 2 and self.loops < 3:
            self.loop()
        elif x < 0.96:
            self.emit("if %s reach_error();" % self.rare())
        else:
            self.emit("p = %s ? &s : &t;" % self.cond())

    def rare(self):
        """A condition that holds seldom, so that many programs are safe."""
        r = self.r
        if r.random() < 0.5:
            return "(%s == %d)" % (self.expr(), r.choice([13, 77, 4, 200, 31]))
        return "(%s && %s)" % (self.cond(), self.cond())

    def text(self):
        for _ in range(self.r.randint(1, 2)):
            self.declare()
        for _ in range(self.r.randint(3, 7)):
            self.statement()
        self.emit("if %s reach_error();" % self.rare())
        return HEAD + "\n".join(self.lines) + "\n  return 0;\n}\n"


HEAD = """\
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
struct pair { unsigned short x; int y; };
unsigned char g = 1;
static unsigned input(void) { return __VERIFIER_nondet_uchar() & 3; }
static unsigned mix(unsigned a, unsigned b) {
  if (a & 1) return a + b;
  g ^= (unsigned char)b;
  return a ^ (b >> 1);
}
int main(void) {
  unsigned char a[4] = {1, 2, 3, 4};
  struct pair s = {3, 5}, t = {0, 1}, *p = &s;
  unsigned u = 9, *q = &u;
"""


def generate(seed):
    return Program(seed).text()


if __name__ == "__main__":
    sys.stdout.write(generate(int(sys.argv[1])))
