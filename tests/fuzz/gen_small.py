#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Very small C programs, each with one to three features of C after another,
whose verdict can be found by running them on every sequence of inputs.

usage: tests/fuzz/gen_small.py SEED

A feature is a piece of C with choices (small_pieces.py).  What it computes goes
into the number s, which is observed at the end: whoever runs the program
natively (memory_truth.h) learns all values that it may have, and then knows of
each question about s whether it holds.  Where a piece may go wrong, macros tell
natively; for the checker they are plain C.
"""
import random
import re
import sys

import small_pieces

HEAD = """\
#ifndef NATIVE
extern void *malloc(__SIZE_TYPE__);
extern void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);
extern void free(void *);
#define AT(p) (p)
#define IN(i, n) (i)
#define LIVE(x)
#define DEAD(x)
#define MATH(a, op, b) ((a)op(b))
#define OVER(a, op, b) ((a)op(b))
#define SHIFT(a, op, b) ((a)op(b))
#define RAW(type, name) type name
#define RAWS(type, name, n) type name[n]
#define READ(name) (name)
#define SET(name) name
#define READS(name, i) (name[i])
#define SETS(name, i) name[i]
#define OBSERVE(s) if (%s) reach_error()
#endif
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
static int input(void) { return __VERIFIER_nondet_uchar() & 3; }
"""
NEVER = "0"
# What inputs are made into.
INPUTS = ["input()", "input() - 1", "input() * 7", "input() * 85 - 128",
          "(signed char)(input() << 6)", "input() ? input() : 5",
          "-input()"]
MOST_INPUTS = 4


class Program:
    def __init__(self, seed):
        self.r = random.Random("small %d" % seed)
        self.inputs, self.number = 0, 0
        self.names = ["x", "y"]

    def leaf(self):
        return self.r.choice(self.names * 2 + [
            "%d" % self.r.choice([0, 1, 2, 3, 5, 8, -1, 100])])

    def expr(self):
        """A number of less than 16 bits."""
        r = self.r
        a, b = self.leaf(), self.leaf()
        return r.choice([
            a, a, "(%s + %s)" % (a, b), "(%s - %s)" % (a, b),
            "(%s & %s)" % (a, b), "(%s ^ %s)" % (a, b), "(%s < %s)" % (a, b),
            "(%s ? %s : 4)" % (a, b), "(%s %% 3)" % a, "(%s >> 1)" % a,
            "(signed char)(%s * %s)" % (a, b), "!%s" % a])

    def cond(self):
        return "%s %s %s" % (self.leaf(), self.r.choice(
            ["<", "==", "!=", ">", "<=", ">="]), self.leaf())

    def input(self):
        if self.inputs >= MOST_INPUTS:
            return self.leaf()
        self.inputs += 1
        return "input()"

    def mix(self, what):
        return self.r.choice([
            "s += (unsigned)(%s);", "s ^= (unsigned)(%s);",
            "s -= (unsigned)(%s);", "if (%s) s += 3;",
            "x = (signed char)(%s), s += 1;",
            "s = (s << 1) + (unsigned)(%s);"]) % what

    def expand(self, text, number):
        """The text with its choices made, from the inside to the outside."""
        while True:
            m = re.search(r"\$\[((?:(?!\$\[).)*?)\]\$", text, re.S)
            if not m:
                break
            text = text[:m.start()] + self.r.choice(
                m.group(1).split(" // ")) + text[m.end():]
        text = text.replace("@", str(number))
        text = re.sub(r"\$([evcik])", lambda m: {
            "e": self.expr, "v": self.leaf, "c": self.cond, "i": self.input,
            "k": lambda: str(self.r.randrange(8))}[m.group(1)](), text)
        return re.sub(r"\$<(.*?)>\$", lambda m: self.mix(m.group(1)), text,
                      flags=re.S)

    def body(self, text):
        """As it is, or under a condition, or twice."""
        kind = self.r.random()
        if kind < .6 or re.search(r"input\(\)|^ *\w+:", text, re.M):
            return text
        before = "if (%s) {" % self.cond()
        if kind < .75:
            self.number += 1
            before = "for (int i{0} = 0; i{0} < {1}; i{0}++) {{".format(
                self.number, self.r.choice(["2", "3", "(x & 3)"]))
        return "  %s\n%s\n  }" % (before, text.replace("\n", "\n  "))

    def text(self, condition=NEVER):
        r = self.r
        first, second = r.choice(INPUTS), r.choice(INPUTS + ["3", "1", "0"])
        self.inputs = (first + second).count("input()")
        pieces = r.sample(small_pieces.DEFINED, r.choice([1, 1, 1, 2, 2]))
        if r.random() < .45:
            pieces += r.sample(small_pieces.RISKY, 1)
        r.shuffle(pieces)
        tops, bodies, heads = [], [], []
        for piece in pieces:
            self.number += 1
            number = self.number
            # Names of pieces stay inside their blocks.
            top, body = (self.expand(t.strip("\n"), number)
                         for t in (piece[0], piece[1]))
            for line in top.split("\n"):
                if line.startswith("#include"):
                    heads.append(line + "\n")
                elif line:
                    tops.append(line)
            bodies.append("  {\n%s\n  }" % self.body(body))
        lines = HEAD % condition + "".join(sorted(set(heads))) + "".join(
            t + "\n" for t in tops)
        return lines + ("int main(void) {\n  int x = %s, y = %s;\n"
                        "  unsigned s = %d;\n%s\n  OBSERVE(s);\n"
                        "  return 0;\n}\n" % (
                            first, second, r.randrange(4), "\n".join(bodies)))


def generate(seed, condition=NEVER):
    """The program, in which the error is reached if the condition of s
    holds."""
    return Program(seed).text(condition)


def question(seed, values):
    """(condition of s, whether it holds of one of the values)"""
    r = random.Random("question %d" % seed)
    value = r.choice(values)
    kind = r.randrange(5)
    if kind == 0:
        return "(s) == %du" % value, True
    if kind == 1:
        limit = max(values) if r.random() < .5 else max(values) - 1
        limit = max(limit, 0)
        return "(s) > %du" % limit, max(values) > limit
    if kind == 2:
        limit = min(values) + r.randrange(2)
        return "(s) < %du" % limit, min(values) < limit
    other = (value + r.choice([1, -1, 2, 256, 1 << 31])) % (1 << 32)
    return "(s) == %du" % other, other in values


if __name__ == "__main__":
    sys.stdout.write(generate(int(sys.argv[1])))
