#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Small C programs with heap objects, structs, unions, floats, recursion and
calls through pointers, whose verdict can be found by running them on every
sequence of inputs.

usage: tests/fuzz/gen_memory.py SEED

Accesses may be bad, objects may be lost or freed twice, arithmetic may
overflow, divisors may be zero and shifts too far: which property a program has
is found natively (memory_truth.h), where AT looks whether an object lives
there, IN whether there are so many elements, and MATH, OVER and SHIFT whether the result is defined.  For the checker
these are plain C.  No result depends on the order of operands.
"""
import random
import sys

POINTERS = ["p", "q", "r"]

HEAD = """\
#ifndef NATIVE
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);
extern void *memcpy(void *, const void *, __SIZE_TYPE__);
extern void *memset(void *, int, __SIZE_TYPE__);
#define AT(p) (p)
#define IN(i, n) (i)
#define LIVE(x)
#define DEAD(x)
#define MATH(a, op, b) ((a)op(b))
#define OVER(a, op, b) ((a)op(b))
#define SHIFT(a, op, b) ((a)op(b))
#endif
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
struct node { struct node *next; int v; short w[4]; unsigned char tag; };
union word { unsigned u; unsigned char b[4]; short h[2]; };
static int input(void) { return __VERIFIER_nondet_uchar() & 3; }
static int g = 2, h;
static double fd = 0.5;
static float fs = 1.5f;
static struct node *root;
static struct node *make(int v) {
  struct node *n = malloc(sizeof *n);
  n->next = 0;
  n->v = v;
  n->tag = (unsigned char)(v + 1);
  for (int i = 0; i < 4; i++) n->w[i] = (short)(v + i);
  return n;
}
static int first(int x) { return x ^ 1; }
static int second(int x) { h = x; return x & 3; }
static int (*const table[2])(int) = {first, second};
static int length(struct node *n, int most) {
  if (!n || most == 0) return 0;
  return 1 + length(AT(n)->next, most - 1);
}
static int sum(struct node *n, int most) {
  if (!n || most == 0) return 0;
  return (AT(n)->v & 7) + sum(AT(n)->next, most - 1);
}
"""


class Program:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.lines, self.indent, self.inputs, self.next = [], 1, 0, 0
        self.turns = 1  # of the loops around this place
        self.names = ["x", "y", "g"]
        self.has = {name: self.r.random() < share for name, share in (
            ("heap", .6), ("array", .5), ("float", .3), ("union", .3),
            ("overflow", .25), ("division", .15), ("shift", .15),
            ("free", .6), ("block", .25), ("copy", .25))}

    def emit(self, text):
        self.lines.append("  " * self.indent + text)

    def chance(self, share):
        return self.r.random() < share

    # ---- expressions: ints that stay small, if nothing is to overflow

    def leaf(self):
        r = self.r
        kind = r.random()
        if kind < .6:
            return r.choice(self.names)
        if kind < .7 and self.has["array"]:
            return "a[IN(%s, 4)]" % self.index()
        if kind < .8 and self.has["heap"]:
            return self.field(r.choice(POINTERS))
        if kind < .85 and self.has["union"]:
            return "u.%s" % r.choice(["b[%d]" % r.randrange(4),
                                      "h[%d]" % r.randrange(2),
                                      "b[(x & 3)]"])
        return "%d" % r.choice([0, 1, 2, 3, 4, 7])

    def index(self):
        """Of four elements; seldom one that may lie outside."""
        name = self.r.choice(self.names)
        return self.r.choice(["%s & 3" % name, "%s & 3" % name, "0", "3",
                              "(%s & 3) + %d" % (name, self.r.randrange(3)),
                              "(%s & 7) - 1" % name])

    def field(self, pointer):
        return "AT(%s)->%s" % (pointer, self.r.choice(
            ["v", "v", "tag", "w[%s]" % self.r.choice(
                ["x & 3", "1", "g & 3"])]))

    def expr(self, depth=1):
        r = self.r
        if depth == 0 or self.chance(.3):
            return self.leaf()
        a, b = self.expr(depth - 1), self.expr(depth - 1)
        kind = r.randrange(10)
        if kind < 3:
            if self.has["overflow"] and self.chance(.5):
                big = r.choice(["2147483645", "1073741824", "(-2147483647)",
                                "46341", "65536"])
                return "OVER(%s, %s, %s)" % (big, r.choice("+-*"), a)
            return "(int)((unsigned)(%s) %s (unsigned)(%s))" % (
                a, r.choice("+-*"), b)
        if kind == 3 and self.has["division"]:
            return "MATH(%s, %s, %s)" % (r.choice(["7", "(x & 15)"]),
                                         r.choice("/%"), b)
        if kind == 4 and self.has["shift"]:
            return "(int)SHIFT(1u, %s, %s)" % (
                r.choice(["<<", ">>"]),
                r.choice(["(%s & 31)" % b, "(%s & 63)" % b, b]))
        if kind == 5:
            return "table[(%s) & 1](%s)" % (a, b)
        if kind == 6 and self.has["float"]:
            return "(%s %s %s)" % (r.choice(["fd", "fs"]),
                                   r.choice(["<", "==", ">="]),
                                   r.choice(["fd", "fs", "0.25", "3.0f"]))
        if kind == 7 and self.has["heap"]:
            return "%s(%s, %d)" % (r.choice(["length", "sum"]),
                                   r.choice(POINTERS + ["root"]),
                                   r.choice([2, 3]))
        return "((%s) %s (%s))" % (a, r.choice(["&", "|", "^", "<", "=="]), b)

    def cond(self):
        r = self.r
        if self.has["heap"] and self.chance(.35):
            return r.choice(["%s", "!%s"]) % r.choice(POINTERS)
        return "%s %s %s" % (self.expr(), r.choice(["<", "==", "!=", ">"]),
                             self.leaf())

    # ---- statements

    def assign(self):
        places = ["x", "y", "g", "x"]
        if self.has["array"]:
            places.append("a[IN(%s, 4)]" % self.index())
        if self.has["union"]:
            places += ["u.u", "u.b[%d]" % self.r.randrange(4)]
        if self.has["heap"]:
            places.append(self.field(self.r.choice(POINTERS)))
        place = self.r.choice(places)
        if self.chance(.3) and self.inputs + self.turns <= 4:
            self.inputs += self.turns
            self.emit("%s = input();" % place)
        elif self.chance(.05):
            self.emit("x = h;")
        else:
            self.emit("%s = %s;" % (place, self.expr(2)))

    def heap(self):
        r, p, q = self.r, self.r.choice(POINTERS), self.r.choice(POINTERS)
        kind = r.randrange(9)
        if kind < 3:
            self.emit("%s = make(%s);" % (p, self.leaf()))
        elif kind == 3 and self.has["free"]:
            self.emit("free(%s);%s" % (p, r.choice(["", " %s = 0;" % p,
                                                    " %s = 0;" % p])))
        elif kind == 4:
            self.emit("if (%s) AT(%s)->next = %s;" % (p, p, q))
        elif kind == 5:
            self.emit("if (%s) %s = AT(%s)->next;" % (q, p, q))
        elif kind == 6:
            self.emit("%s = %s;" % (p, q))
        elif kind == 7:
            self.emit("root = %s;" % p)
        else:
            self.emit("if (%s) %s = %s;" % (p, self.field(p), self.expr()))

    def floating(self):
        r, f = self.r, self.r.choice(["fd", "fs"])
        kind = r.randrange(3)
        if kind == 0:
            self.emit("%s = (%s) * %s;" % (f, self.expr(), r.choice(
                ["0.5", "0.1f", "-2.0", "1e30", "0.0"])))
        elif kind == 1:
            self.emit("%s = fd %s fs;" % (f, r.choice("+-*/")))
        else:
            self.emit("if (%s > -100 && %s < 100) x = (int)%s;" % (f, f, f))

    def copy(self):
        r = self.r
        if self.has["array"] and self.chance(.5):
            self.emit("memcpy(b, a, sizeof a);"
                      " x = b[y & 3];")
        elif self.has["union"]:
            self.emit("memset(&u, %s, sizeof u);" % self.leaf())
        else:
            self.emit("s = t; t.v = %s; s.w[%d] = (short)x; y = s.v ^ t.v;" %
                      (self.leaf(), r.randrange(4)))

    def inner(self):
        """A block with an object whose address may be used behind it."""
        self.next += 1
        name = "n%d" % self.next
        p = self.r.choice(POINTERS)
        self.emit("{")
        self.emit("  struct node %s = {0, %s, {1, 2, 3, 4}, 5};" % (
            name, self.leaf()))
        self.emit("  LIVE(%s);" % name)
        self.emit("  struct node *before = %s;" % p)
        self.emit("  %s = &%s;" % (p, name))
        self.indent += 1
        self.statement()
        self.indent -= 1
        if self.chance(.8):
            self.emit("  %s = before;" % p)
        self.emit("  DEAD(%s);" % name)
        self.emit("}")

    def branch(self):
        self.emit("if (%s) {" % self.cond())
        self.body(self.r.randint(1, 2))
        if self.chance(.4):
            self.emit("} else {")
            self.body(1)
        self.emit("}")

    def loop(self):
        self.next += 1
        name, turns = "i%d" % self.next, self.r.choice([2, 3])
        bound = self.r.choice(["%d" % turns, "(x & %d)" % (turns - 1)])
        self.emit("for (int %s = 0; %s < %s; %s++) {" % (name, name, bound,
                                                         name))
        self.turns *= turns
        self.names.append(name)
        self.body(self.r.randint(1, 2))
        self.names.pop()
        self.turns //= turns
        self.emit("}")

    def body(self, n):
        self.indent += 1
        for _ in range(n):
            self.statement()
        self.indent -= 1

    def statement(self):
        choices = [self.assign] * 4
        if self.indent < 4:
            choices += [self.branch] * 2 + [self.loop]
        choices += [self.heap] * 5 * self.has["heap"]
        choices += [self.floating] * 2 * self.has["float"]
        choices += [self.copy] * self.has["copy"]
        choices += [self.inner] * (self.has["block"] and self.has["heap"] and
                                   self.indent < 3)
        self.r.choice(choices)()

    def text(self):
        self.emit("int x = input(), y = 1, a[4] = {1, 2, 3, 4}, "
                  "b[4] = {0};")
        self.inputs = 1
        self.emit("struct node s = {0}, t = {0}, *p = 0, *q = 0, *r = 0;")
        self.emit("union word u = {7};")
        for _ in range(self.r.randint(3, 6)):
            self.statement()
        self.emit("if (%s && %s) reach_error();" % (self.cond(), self.cond()))
        if self.has["heap"] and self.chance(.5):
            self.emit("free(%s);" % self.r.choice(POINTERS + ["root"]))
        return (HEAD + "int main(void) {\n" + "\n".join(self.lines) +
                "\n  return 0;\n}\n")


def generate(seed):
    return Program(seed).text()


if __name__ == "__main__":
    sys.stdout.write(generate(int(sys.argv[1])))
