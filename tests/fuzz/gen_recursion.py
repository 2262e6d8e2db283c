#!/usr/bin/env python3
"""Small C programs with recursive functions, whose verdict can be found by
running them on every sequence of inputs.

usage: tests/fuzz/gen_recursion.py SEED

One to three functions call themselves or each other, always with a smaller
first argument, and may read and write two globals; in some programs all these
calls are tail calls.  The claim at the end is
often true of most inputs, so that contracts that say too much are caught.
"""
import random
import sys

HEAD = """\
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
unsigned char g = 1;
TYPE h;
static unsigned input(void) { return __VERIFIER_nondet_uchar() & 3; }
"""


class Program:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.type = self.r.choice(["unsigned", "int", "unsigned", "short"])
        self.n = self.r.choice([1, 1, 2, 3])
        self.constant = self.r.choice([0, 1, 2, 3, 5, 10])
        self.tails = self.r.random() < 0.35

    def value(self, names):
        r = self.r
        a = r.choice(names + ["%d" % r.choice([0, 1, 2, self.constant])])
        b = r.choice(names + ["1", "2", "%d" % self.constant])
        kind = r.randrange(9)
        if kind < 3:
            text = a
        elif kind < 7:
            text = "%s %s %s" % (a, r.choice(["+", "-", "+", "^", "&"]), b)
        elif kind == 7:
            text = "%s > %s ? %s : %s" % (a, b, b, a)
        else:
            text = "%s == %s ? %s : %s" % (a, b, r.choice(names), a)
        return "(TYPE)(unsigned)(%s)" % text.replace("+ -", "- ")

    def effect(self, names):
        r = self.r
        x = r.random()
        if x < 0.25:
            return "  h = %s;\n" % self.value(names + ["h"])
        if x < 0.35:
            return "  h = (TYPE)((unsigned)h + 1u);\n"
        if x < 0.4:
            return "  g = (unsigned char)(g + 1);\n"
        return ""

    def call(self, names):
        return "f%d(n - 1, %s)" % (self.r.randrange(self.n), self.value(names))

    def function(self, i):
        r = self.r
        out = "static TYPE f%d(unsigned n, TYPE x) {\n" % i
        if r.random() < 0.12:
            out += "  if (x == 77 && n > 2) reach_error();\n"
        out += "  if (n == 0) return %s;\n" % self.value(["x", "x", "h"])
        if r.random() < 0.3:
            out += "  if (x > %d) return %s;\n" % (
                self.constant, self.value(["x", "(TYPE)n"]))
        out += self.effect(["x"])
        if self.tails:
            return out + self.tail()
        out += "  TYPE y = %s;\n" % self.call(["x"])
        if r.random() < 0.2:
            out += "  y = %s;\n" % self.call(["x", "y"])
        out += self.effect(["x", "y"])
        if r.random() < 0.25:
            out += "  if (y > %d) return %d;\n" % (self.constant,
                                                   self.constant)
        return out + "  return %s;\n}\n" % self.value(["y", "y", "y", "x"])

    def tail(self):
        """Nothing but tail calls, in the ways that C has for them."""
        r = self.r
        call, other = self.call(["x"]), self.call(["x", "h"])
        return r.choice([
            "  return %s;\n}\n" % call,
            "  if (x > %d) return %s;\n%s  return %s;\n}\n" % (
                self.constant, other, self.effect(["x"]), call),
            "  TYPE y = x > %d ? %s : %s;\n  return y;\n}\n" % (
                self.constant, call, self.value(["x", "h"])),
            "  for (;;) {\n    if (x != %d) return %s;\n    x = %s;\n"
            "    if (n & 1) break;\n    n--;\n"
            "    if (n == 0) return x;\n  }\n"
            "  return %s;\n}\n" % (self.constant, call,
                                  self.value(["(TYPE)n", "h"]), other)])

    def claim(self):
        r = self.r
        left = r.choice(["z", "z", "h", "g"])
        right = r.choice(["x", "(TYPE)n", "%d" % self.constant, "h",
                          "(TYPE)(unsigned)(x + (TYPE)n)",
                          "%d" % (self.constant + 1), "0", "4"])
        return "%s %s %s" % (left, r.choice(["==", "!=", ">", "<", "!=",
                                             "!="]), right)

    def text(self):
        r = self.r
        out = HEAD
        for i in range(self.n):
            out += "static TYPE f%d(unsigned n, TYPE x);\n" % i
        for i in range(self.n):
            out += self.function(i)
        out += "int main(void) {\n  unsigned n = input() + 4 * input();\n"
        out += "  TYPE x = (TYPE)input();\n"
        if r.random() < 0.3:
            out += "  h = x;\n"
        if r.random() < 0.3:
            out += "  for (unsigned i = 0; i < 2; i++) f0(i, x);\n"
        out += "  TYPE z = f0(n, x);\n"
        if r.random() < 0.5:
            out += "  if (n < %d) return 0;\n" % r.choice([2, 5, 9])
        out += "  if (%s) reach_error();\n" % self.claim()
        if r.random() < 0.4:
            out += "  if (%s && %s) reach_error();\n" % (self.claim(),
                                                         self.claim())
        return (out + "  return 0;\n}\n").replace("TYPE", self.type)


def generate(seed):
    return Program(seed).text()


if __name__ == "__main__":
    sys.stdout.write(generate(int(sys.argv[1])))
