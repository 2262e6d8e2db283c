#!/usr/bin/env python3
"""Random C programs without undefined behaviour, the same for the same seed.

usage: gen.py SEED [SIZE]          prints one program

A program computes for a while over globals, locals, arrays, structs, unions,
bit-fields and pointers to all of these, with loops of every kind, gotos,
switches, calls (direct, through pointers, recursive, variadic, structs by
value), and prints checksums.  It ends within about 10^5 steps: every loop has
a constant bound, and a call is generated only where (iterations around it) x
(cost of the callee) is small.

How undefined behaviour is avoided: arithmetic is done on unsigned types or on
operands masked small enough; shift amounts and indices are masked (arrays have
2^k elements); divisors are odd or one more than something masked; a pointer
always points to a live object of its type, because it is only ever assigned
from a pool of objects that live longer; loop counters are never assigned in
the body.  Both data models are fine; output may differ between them.

Compiled with -DEXPECT=N the program calls reach_error() when its checksum is N:
so one can also see a pass that changes what the program does where the pass is
allowed to remove the output.
"""
import random
import sys

INTS = ["signed char", "unsigned char", "short", "unsigned short", "int",
        "unsigned", "long", "unsigned long", "long long",
        "unsigned long long", "_Bool"]
WEIGHTS = [3, 3, 3, 3, 8, 6, 3, 3, 3, 4, 1]
BITS = {"signed char": 8, "unsigned char": 8, "short": 16,
        "unsigned short": 16, "int": 32, "unsigned": 32, "long": 32,
        "unsigned long": 32, "long long": 64, "unsigned long long": 64,
        "_Bool": 1}  # long: what both data models have
COST_LIMIT = 3000
STRINGS = ["", "a", "cutpoint", "loop head", "0123456789"]


class Struct:
    def __init__(self, name, kind, fields):
        self.name, self.kind, self.fields = name, kind, fields

    @property
    def type(self):
        return "%s %s" % (self.kind, self.name)


class Place:
    """Something that can be read and mostly written: text and its type."""

    def __init__(self, text, type, writable=True, addressable=True):
        self.text, self.type = text, type
        self.writable, self.addressable = writable, addressable


class Func:
    def __init__(self, name, ret, params, cost):
        self.name, self.ret, self.params, self.cost = name, ret, params, cost


class Gen:
    def __init__(self, seed, size=10):
        self.r = random.Random(seed)
        self.seed, self.size = seed, size
        self.out, self.indent = [], 0
        self.structs, self.globals, self.pointers = [], [], []
        self.funcs, self.arrays, self.tables = [], [], []
        self.count = 0
        self.has = {name: self.r.random() < share for name, share in [
            ("union", .3), ("bits", .5), ("float", .15), ("malloc", .3),
            ("variadic", .25), ("recursion", .3), ("byvalue", .4),
            ("string", .3), ("irreducible", .25), ("table", .4)]}
        self.locals, self.local_ptrs, self.local_arrays = [], [], []
        self.mult, self.cost, self.depth = 1, 0, 0
        self.loops = 0  # loops that `break` and `continue` may leave
        self.params = []

    # ---- small tools
    def fresh(self, stem):
        self.count += 1
        return "%s%d" % (stem, self.count)

    def line(self, text):
        self.out.append("  " * self.indent + text if text else "")

    def int_type(self):
        return self.r.choices(INTS, WEIGHTS)[0]

    def chance(self, p):
        return self.r.random() < p

    def literal(self, type):
        bits = BITS[type]
        if bits == 1:
            return self.r.choice(["0", "1"])
        value = self.r.choice([
            self.r.randrange(4), self.r.randrange(100),
            self.r.getrandbits(bits - 1), (1 << (bits - 1)) - 1,
            1 << self.r.randrange(bits - 1)])
        if not type.startswith("unsigned") and self.chance(.3):
            return "(-%d%s)" % (value, "ll" if bits > 32 else "")
        return "%d%s" % (value, "ull" if bits > 32 else
                         "u" if type.startswith("unsigned") else "")

    # ---- places
    def places(self, writable=False):
        """Integer places in scope, roughly in proportion."""
        all_ = self.locals + self.globals
        found = [p for p in all_ if p.type in BITS and
                 (p.writable or not writable)]
        return found

    def place(self, writable=False):
        kind = self.r.random()
        if kind < .2 and self.arrays + self.local_arrays:
            return self.element(writable)
        if kind < .4 and self.pointers + self.local_ptrs:
            p = self.through_pointer()
            if p:
                return p
        return self.r.choice(self.places(writable) or self.places())

    def element(self, writable):
        arrays = [a for a in self.arrays + self.local_arrays
                  if a[3] or not writable]
        if not arrays:
            return self.r.choice(self.places(writable))
        name, type, size, _ = self.r.choice(arrays)
        return Place("%s[%s]" % (name, self.index(size)), type)

    def index(self, size):
        if self.chance(.3):
            return str(self.r.randrange(size))
        plain = self.r.choice(self.places())
        if self.chance(.5):
            return "(unsigned)%s & %d" % (plain.text, size - 1)
        return "(%s + %du) & %d" % (plain.text, self.r.randrange(9), size - 1)

    def through_pointer(self):
        name, type, level, *_ = self.r.choice(self.pointers + self.local_ptrs)
        text = "(" + "*" * level + name + ")"
        if type in BITS:
            return Place(text, type)
        s = next((s for s in self.structs if s.type == type), None)
        return self.field_of(text, s) if s else None

    def field_of(self, text, s):
        fields = [f for f in s.fields if f[1] in BITS]
        if not fields:
            return None
        name, type, size, bits = self.r.choice(fields)
        inner = "%s.%s" % (text, name)
        if size:
            inner += "[%s]" % self.index(size)
        return Place(inner, type, True, bits is None)

    # ---- expressions
    def expr(self, depth=0):
        """An expression of some integer type, free of side effects."""
        r = self.r
        if depth >= 3 or self.chance(.25):
            if self.chance(.3):
                return self.literal(self.int_type())
            return self.place().text
        kind = r.randrange(13)
        a = self.expr(depth + 1)
        if kind == 0:
            return "(%s)(%s)" % (self.int_type(), a)
        if kind == 1:
            return r.choice(["(~(%s))", "(!(%s))", "(-(unsigned)(%s))",
                             "(0ull - (%s))"]) % a
        b = self.expr(depth + 1)
        if kind in (2, 3):
            wide = r.choice(["unsigned", "unsigned long long",
                             "unsigned long"])
            return "((%s)(%s) %s (%s)(%s))" % (wide, a, r.choice("+-*"),
                                               wide, b)
        if kind == 4:  # signed arithmetic that cannot overflow
            return "(((int)(%s) & %d) %s ((int)(%s) & %d))" % (
                a, r.choice([255, 4095, 32767]), r.choice("+-*"), b,
                r.choice([15, 255, 32767]))
        if kind == 5:
            return "((%s) %s (%s))" % (a, r.choice("&|^"), b)
        if kind == 6:
            wide = r.choice(["unsigned", "unsigned long long"])
            return "((%s)(%s) %s ((%s) & %d))" % (
                wide, a, r.choice(["<<", ">>"]), b,
                31 if wide == "unsigned" else 63)
        if kind == 7:
            wide, most = r.choice([("int", 31), ("long long", 63)])
            return "((%s)(%s) >> ((%s) & %d))" % (wide, a, b, most)
        if kind == 8:
            wide = r.choice(["unsigned", "unsigned long long"])
            return "((%s)(%s) %s ((%s)(%s) | 1))" % (
                wide, a, r.choice("/%"), wide, b)
        if kind == 9:  # signed division: never by zero, never minimum / -1
            wide = r.choice(["int", "long long"])
            return "((%s)(%s) %s ((%s)((%s) & %d) + 1))" % (
                wide, a, r.choice("/%"), wide, b, r.choice([3, 15, 127]))
        if kind == 10:
            return "((%s) %s (%s))" % (
                a, r.choice(["<", "<=", ">", ">=", "==", "!="]), b)
        if kind == 11:
            return "((%s) %s (%s))" % (a, r.choice(["&&", "||"]), b)
        return "((%s) ? (%s) : (%s))" % (self.condition(depth + 1), a, b)

    def condition(self, depth=0):
        kind = self.r.random()
        if kind < .15 and self.pointers:
            name, type, level, targets = self.r.choice(self.pointers)[:4]
            if targets:
                return "%s%s == %s" % ("*" * (level - 1), name,
                                       self.r.choice(targets))
        if kind < .7:
            return "(%s) %s (%s)" % (
                self.expr(depth + 1),
                self.r.choice(["<", "<=", ">", ">=", "==", "!="]),
                self.expr(depth + 1))
        return self.expr(depth + 1)

    # ---- statements
    def block(self, n):
        self.indent += 1
        self.depth += 1
        for _ in range(n):
            self.statement()
        self.depth -= 1
        self.indent -= 1

    def statement(self):
        self.cost += self.mult
        deep = self.depth >= 4 or self.mult > 300
        choices = [(self.assign, 10), (self.call, 3), (self.repoint, 2),
                   (self.copy_struct, 1), (self.mix, 1)]
        if not deep:
            choices += [(self.branch, 4), (self.switch, 1.5),
                        (self.for_loop, 2.5), (self.while_loop, 1.5),
                        (self.do_loop, 1), (self.goto_loop, 1),
                        (self.walk, 1)]
            if self.has["irreducible"]:
                choices.append((self.irreducible, .7))
        if self.has["float"]:
            choices.append((self.floating, 1))
        if self.loops and self.depth > 1:
            choices.append((self.leave, .8))
        acts, weights = zip(*choices)
        self.r.choices(acts, weights)[0]()

    def assign(self):
        to = self.place(writable=True)
        kind = self.r.random()
        if kind < .12:
            # on narrow or signed types ++ could overflow: unsigned wrap only
            if to.type.startswith("unsigned"):
                self.line("%s%s;" % (to.text, self.r.choice(["++", "--"])))
                return
        if kind < .35:
            if to.type.startswith("unsigned") and BITS[to.type] >= 32:
                self.line("%s %s= (%s)(%s);" % (
                    to.text, self.r.choice(["+", "-", "*", "^", "|", "&"]),
                    to.type, self.expr(1)))
                return
            self.line("%s %s= %s;" % (to.text, self.r.choice("^|&"),
                                      self.expr(1)))
            return
        self.line("%s = %s;" % (to.text, self.expr()))

    def mix(self):
        self.line("mix(%s);" % self.expr(1))
        self.cost += 3 * self.mult

    def argument(self, type):
        if type in BITS:
            return self.expr(2)
        if type.endswith("*"):
            found = self.targets(type[:-1].strip())
            return self.r.choice(found)
        found = self.values(type)
        return self.r.choice(found)

    def targets(self, type):
        """Addresses of objects of the type that outlive this function."""
        found = ["&" + p.text for p in self.globals
                 if p.type == type and p.addressable and p.writable]
        for name, t, size, writable in self.arrays:
            if t == type and writable:
                found.append("&%s[%d]" % (name, self.r.randrange(size)))
        for place in self.globals:
            for s in self.structs:
                if place.type == s.type:
                    for f, t, size, bits in s.fields:
                        if t == type and bits is None and s.kind == "struct":
                            found.append("&%s.%s%s" % (
                                place.text, f,
                                "[%d]" % self.r.randrange(size) if size
                                else ""))
        return found

    def values(self, type):
        return [p.text for p in self.globals + self.locals if p.type == type]

    def callable(self):
        found = []
        for f in self.funcs:
            if self.mult * f.cost + self.cost > COST_LIMIT * 10:
                continue
            if self.mult * f.cost > COST_LIMIT:
                continue
            ok = True
            for t in f.params:
                if t.endswith("*"):
                    ok = ok and bool(self.targets(t[:-1].strip()))
                elif t not in BITS:
                    ok = ok and bool(self.values(t))
            if ok:
                found.append(f)
        return found

    def call(self):
        found = self.callable()
        if not found:
            return self.assign()
        f = self.r.choice(found)
        self.cost += self.mult * f.cost
        text = "%s(%s)" % (f.name,
                           ", ".join(self.argument(t) for t in f.params))
        if f.name in self.tables:
            text = "%s[%s](%s)" % (f.name, self.index(4), ", ".join(
                self.argument(t) for t in f.params))
        if f.ret == "void":
            self.line(text + ";")
        elif f.ret in BITS:
            to = self.place(writable=True)
            self.line("%s = %s%s;" % (
                to.text, text,
                self.r.choice(["", "", " ^ (%s)" % self.expr(2)])))
        else:
            to = [p for p in self.locals + self.globals if p.type == f.ret
                  and p.writable]
            self.line("%s = %s;" % (self.r.choice(to).text, text))

    def repoint(self):
        choices = self.pointers + self.local_ptrs
        if not choices:
            return self.assign()
        name, type, level, targets = self.r.choice(choices)[:4]
        if not targets:
            return self.assign()
        self.line("%s%s = %s;" % ("*" * (level - 1), name,
                                  self.r.choice(targets)))

    def copy_struct(self):
        for s in self.r.sample(self.structs, len(self.structs)):
            places = [p for p in self.globals + self.locals
                      if p.type == s.type and p.writable]
            sources = places + [
                Place("(" + "*" * l + n + ")", t)
                for n, t, l, *_ in self.pointers if t == s.type]
            if len(places) >= 1 and len(sources) >= 2:
                self.line("%s = %s;" % (self.r.choice(places).text,
                                        self.r.choice(sources).text))
                return
        self.assign()

    def branch(self):
        self.line("if (%s) {" % self.condition())
        self.block(1 + self.r.randrange(3))
        if self.chance(.5):
            self.line("} else {")
            self.block(1 + self.r.randrange(2))
        self.line("}")

    def switch(self):
        what = self.r.choice(["(%s) & 7", "(%s) %% 5u", "(long long)(%s)"])
        self.line("switch (%s) {" % (what % self.expr(1)))
        values = self.r.sample(range(-1, 9), self.r.randrange(1, 5))
        loops, self.loops = self.loops, 0
        for v in values:
            self.line("case %d:" % v)
            self.block(1 + self.r.randrange(2))
            if self.chance(.75):
                self.line("  break;")
        if self.chance(.7):
            self.line("default:")
            self.block(1)
        else:
            self.line("  ;")
        self.loops = loops
        self.line("}")

    def body(self, times, n, head):
        """A loop body, `times` iterations at most."""
        self.mult *= times
        self.loops += 1
        self.block(n)
        self.loops -= 1
        self.mult //= times

    def for_loop(self):
        i, n = self.fresh("i"), self.r.choice([2, 3, 5, 8, 16])
        type = self.r.choice(["int", "unsigned", "unsigned char", "long"])
        if self.chance(.7):
            self.line("for (%s %s = 0; %s < %d; %s++) {" % (type, i, i, n, i))
        else:
            self.line("for (int %s = %d; %s > 0; %s -= 2) {"
                      % (i, 2 * n, i, i))
        counter = Place(i, type, False)
        self.locals.append(counter)
        self.body(n, 1 + self.r.randrange(3), i)
        self.locals.remove(counter)
        self.line("}")

    def while_loop(self):
        i, n = self.fresh("w"), self.r.choice([3, 5, 9])
        self.line("{")
        self.indent += 1
        self.line("unsigned %s = %d;" % (i, n))
        self.line("while (%s-- > 0 && (%s)) {" % (i, self.condition(1)))
        self.body(n, 1 + self.r.randrange(3), i)
        self.line("}")
        self.indent -= 1
        self.line("}")

    def do_loop(self):
        i, n = self.fresh("d"), self.r.choice([2, 4, 7])
        self.line("{")
        self.indent += 1
        self.line("int %s = 0;" % i)
        self.line("do {")
        self.body(n, 1 + self.r.randrange(2), i)
        self.line("} while (++%s < %d);" % (i, n))
        self.indent -= 1
        self.line("}")

    def goto_loop(self):
        i, label = self.fresh("g"), self.fresh("again")
        n = self.r.choice([2, 4, 6])
        loops, self.loops = self.loops, 0
        self.line("{")
        self.indent += 1
        self.line("int %s = 0;" % i)
        self.line("%s:" % label)
        self.mult *= n
        self.block(1 + self.r.randrange(2))
        self.mult //= n
        self.line("if (++%s < %d && (%s)) goto %s;"
                  % (i, n, self.condition(1), label))
        self.indent -= 1
        self.line("}")
        self.loops = loops

    def irreducible(self):
        i, head, mid = self.fresh("r"), self.fresh("head"), self.fresh("mid")
        n = self.r.choice([2, 4])
        loops, self.loops = self.loops, 0
        self.line("{")
        self.indent += 1
        self.line("int %s = 0;" % i)
        self.line("if (%s) goto %s;" % (self.condition(1), mid))
        self.line("%s:" % head)
        self.mult *= n + 1
        self.block(1)
        self.line("%s:" % mid)
        self.block(1)
        self.mult //= n + 1
        self.line("if (++%s < %d) goto %s;" % (i, n, head))
        if self.chance(.4):
            self.line("if (%s == %d && (%s)) goto %s;"
                      % (i, n, self.condition(1), mid))
        self.indent -= 1
        self.line("}")
        self.loops = loops

    def walk(self):
        """A pointer over an array."""
        if not self.arrays:
            return self.assign()
        name, type, size, writable = self.r.choice(self.arrays)
        p = self.fresh("p")
        const = "" if writable else "const "
        self.line("for (%s%s *%s = %s; %s < %s + %d; %s += %d) {" % (
            const, type, p, name, p, name, size, p, self.r.choice([1, 1, 2])))
        place = Place("(*%s)" % p, type, writable)
        self.locals.append(place)
        self.body(size, 1 + self.r.randrange(2), p)
        self.locals.remove(place)
        self.line("}")

    def leave(self):
        self.line("if (%s) %s;" % (self.condition(1),
                                   self.r.choice(["break", "continue"])))

    def floating(self):
        r = self.r
        to = self.place(writable=True)
        f = r.choice(["fd", "fs"])
        kind = r.randrange(4)
        if kind == 0:
            self.line("%s = (int)((%s) & 65535) * %s;" % (
                f, self.expr(1), r.choice(["0.5", "1.25", "-3.0", "0.1"])))
        elif kind == 1:
            self.line("%s = %s %s %s;" % (f, r.choice(["fd", "fs"]),
                                          r.choice("+-*/"),
                                          r.choice(["1.5", "fs", "fd"])))
        elif kind == 2:
            self.line("if (%s > -1e6 && %s < 1e6) %s = (int)%s;"
                      % (f, f, to.text, f))
        else:
            self.line("%s = %s %s %s;" % (to.text, f,
                                          r.choice(["<", "<=", "==", "!="]),
                                          r.choice(["fd", "fs", "2.0"])))

    # ---- declarations
    def declare_structs(self):
        for _ in range(self.r.randrange(1, 3)):
            name, fields = self.fresh("S"), []
            self.line("struct %s {" % name)
            for _ in range(self.r.randrange(1, 6)):
                self.struct_field(fields)
            self.line("};")
            self.structs.append(Struct(name, "struct", fields))
        if self.has["union"]:
            name = self.fresh("U")
            self.line("union %s {" % name)
            self.line("  unsigned long long a;")
            self.line("  unsigned b[2];")
            self.line("  unsigned char c[8];")
            self.line("};")
            self.structs.append(Struct(name, "union", [
                ("a", "unsigned long long", 0, None),
                ("b", "unsigned", 2, None), ("c", "unsigned char", 8, None)]))
        self.line("")

    def struct_field(self, fields):
        f, type = self.fresh("f"), self.int_type()
        if self.has["bits"] and self.chance(.35):
            type = self.r.choice(["int", "unsigned", "unsigned char"])
            bits = self.r.randrange(1, BITS[type])
            self.line("  %s %s : %d;" % (
                "signed int" if type == "int" else type, f, bits))
            fields.append((f, type, 0, bits))
        elif self.chance(.2):
            size = self.r.choice([2, 4])
            self.line("  %s %s[%d];" % (type, f, size))
            fields.append((f, type, size, None))
        else:
            self.line("  %s %s;" % (type, f))
            fields.append((f, type, 0, None))

    def declare_globals(self):
        for _ in range(2 + self.r.randrange(4)):
            name, type = self.fresh("v"), self.int_type()
            init = "" if self.chance(.3) else " = %s" % self.literal(type)
            self.line("%s%s %s%s;" % (self.r.choice(["static ", ""]), type,
                                      name, init))
            self.globals.append(Place(name, type))
        for _ in range(1 + self.r.randrange(2)):
            self.array("static ", self.arrays)
        for s in self.structs:
            for _ in range(1 + self.r.randrange(2)):
                name = self.fresh("s")
                init = " = {%s}" % self.r.randrange(9) \
                    if self.chance(.5) else ""
                self.line("static %s %s%s;" % (s.type, name, init))
                self.globals.append(Place(name, s.type))
                for f, type, size, bits in s.fields:
                    text = "%s.%s" % (name, f)
                    if size:
                        text += "[%d]" % self.r.randrange(size)
                    self.globals.append(Place(text, type, True, bits is None))
            if self.chance(.4):
                name, size = self.fresh("t"), self.r.choice([2, 4])
                self.line("static %s %s[%d];" % (s.type, name, size))
                self.globals.append(Place("%s[%d]" % (
                    name, self.r.randrange(size)), s.type))
        for _ in range(1 + self.r.randrange(3)):
            self.pointer("static ", self.pointers, self.targets)
        if self.has["float"]:
            self.line("static double fd = 1.5;")
            self.line("static float fs = 0.25f;")
        self.line("")

    def array(self, prefix, into):
        name, type = self.fresh("a"), self.int_type()
        size = self.r.choice([2, 4, 8])
        const = prefix != "" and self.chance(.25)
        values = ", ".join(self.literal(type)
                           for _ in range(self.r.randrange(1, size + 1)))
        self.line("%s%s%s %s[%d] = {%s};" % (
            prefix, "const " if const else "", type, name, size, values))
        into.append((name, type, size, not const))

    def pointer(self, prefix, into, targets_of):
        candidates = list(INTS) + [s.type for s in self.structs]
        self.r.shuffle(candidates)
        for type in candidates:
            targets = targets_of(type)
            if len(targets) >= 1:
                break
        else:
            return
        name = self.fresh("p")
        self.line("%s%s *%s = %s;" % (prefix, type, name,
                                      self.r.choice(targets)))
        into.append((name, type, 1, targets))
        if self.chance(.3):
            second = self.fresh("q")
            self.line("%s%s **%s = &%s;" % (prefix, type, second, name))
            into.append((second, type, 2, targets))

    # ---- functions
    def local_targets(self, type):
        found = self.targets(type)
        found += ["&" + p.text for p in self.locals
                  if p.type == type and p.addressable and p.writable and
                  "*" not in p.text]
        for name, t, size, writable in self.local_arrays:
            if t == type and writable:
                found.append("&%s[%d]" % (name, self.r.randrange(size)))
        return found

    def enter(self):
        self.locals, self.local_ptrs, self.local_arrays = [], [], []
        self.mult, self.cost, self.depth, self.loops = 1, 1, 0, 0

    def declare_locals(self):
        for _ in range(1 + self.r.randrange(4)):
            name, type = self.fresh("x"), self.int_type()
            prefix = "static " if self.chance(.1) else ""
            init = self.literal(type) if prefix or self.chance(.5) \
                else self.expr(2)
            self.line("%s%s %s = %s;" % (prefix, type, name, init))
            self.locals.append(Place(name, type))
        if self.chance(.4):
            self.array("", self.local_arrays)
        if self.structs and self.chance(.4):
            s, name = self.r.choice(self.structs), self.fresh("s")
            self.line("%s %s = {%d};" % (s.type, name, self.r.randrange(5)))
            self.locals.append(Place(name, s.type))
        for _ in range(self.r.randrange(3)):
            self.pointer("", self.local_ptrs, self.local_targets)

    def function(self, name=None, ret=None, params=None):
        self.enter()
        name = name or self.fresh("fun")
        ret = ret or self.r.choice([self.int_type(), self.int_type(), "void"])
        if params is None:
            params = [self.int_type() for _ in range(self.r.randrange(4))]
            if self.chance(.4):
                params.append(self.r.choice([
                    p[1] for p in self.pointers] or ["int"]) + " *")
            if self.has["byvalue"] and self.chance(.5):
                params.append(self.r.choice(self.structs).type)
            if self.has["byvalue"] and self.chance(.3):
                ret = self.r.choice(self.structs).type
        names = [self.fresh("a") for _ in params]
        text = ", ".join("%s%s%s" % (t, "" if t.endswith("*") else " ", n)
                         for t, n in zip(params, names)) or "void"
        self.line("static %s %s(%s) {" % (ret, name, text))
        self.indent += 1
        for t, n in zip(params, names):
            if t.endswith("*"):
                self.local_ptrs.append((n, t[:-1].strip(), 1, []))
            else:
                self.locals.append(Place(n, t))
        self.declare_locals()
        for _ in range(2 + self.r.randrange(self.size // 2)):
            self.depth = 1
            self.statement()
            self.depth = 0
        if ret in BITS:
            self.line("return %s;" % self.expr())
        elif ret != "void":
            self.line("return %s;" % self.r.choice(self.values(ret)))
        self.indent -= 1
        self.line("}")
        self.line("")
        self.funcs.append(Func(name, ret, params, self.cost + 2))

    def recursive(self):
        self.enter()
        name, x = self.fresh("rec"), self.fresh("x")
        self.line("static unsigned %s(unsigned n, unsigned %s) {" % (name, x))
        self.indent += 1
        self.locals = [Place("n", "unsigned", False), Place(x, "unsigned")]
        self.line("if (n == 0) return %s;" % self.expr(1))
        self.statement_simple()
        a = "%s(n - 1, %s)" % (name, self.expr(2))
        if self.chance(.4):
            a = "(n & 1 ? %s : %s(n / 2, %s) + %s(n / 2, 3))" % (
                a, name, x, name)
        self.line("return %s %s %s;" % (a, self.r.choice("+^-"), x))
        self.indent -= 1
        self.line("}")
        wrapper = self.fresh("fun")
        self.line("static unsigned %s(unsigned n) {" % wrapper)
        self.line("  return %s(n & 7, %s);" % (name, self.literal("unsigned")))
        self.line("}")
        self.line("")
        self.funcs.append(Func(wrapper, "unsigned", ["unsigned"], 200))

    def statement_simple(self):
        self.assign()

    def variadic(self):
        name = self.fresh("sum")
        self.line("""static long long %s(int n, ...) {
  long long total = 0;
  __builtin_va_list list;
  __builtin_va_start(list, n);
  for (int i = 0; i < n; i++)
    if (i & 1)
      total ^= __builtin_va_arg(list, long long);
    else
      total += __builtin_va_arg(list, int) & 4095;
  __builtin_va_end(list);
  return total;
}
static long long %s_3(int a, long long b, short c) {
  return %s(3, a, b, c);
}
""" % (name, name, name))
        self.funcs.append(Func(name + "_3", "long long",
                               ["int", "long long", "short"], 20))

    def heap_list(self):
        name, node = self.fresh("list"), self.fresh("Node")
        self.line("""struct %s {
  struct %s *next;
  short key;
  unsigned value;
};
static unsigned %s(unsigned n, unsigned seed) {
  struct %s *head = 0, **at = &head, *here;
  unsigned total = 0;
  for (unsigned i = 0; i < (n & 7); i++) {
    here = malloc(sizeof *here);
    here->key = (short)(seed >> i);
    here->value = seed * (i + 3);
    here->next = 0;
    if (i & 1) {
      here->next = head;
      head = here;
      if (at == &head) at = &here->next;
    } else {
      while (*at) at = &(*at)->next;
      *at = here;
      at = &here->next;
    }
  }
  for (here = head; here; here = here->next)
    total = total * 31 + here->value + (unsigned)here->key;
  while (head) {
    here = head->next;
    free(head);
    head = here;
  }
  return total;
}
""" % (node, node, name, node))
        self.funcs.append(Func(name, "unsigned", ["unsigned", "unsigned"],
                               120))

    def strings(self):
        name, text = self.fresh("text"), self.fresh("words")
        words = self.r.sample(STRINGS, 4)
        self.line("static const char *const %s[4] = {%s};" % (
            text, ", ".join('"%s"' % w for w in words)))
        self.line("""static int %s(unsigned k) {
  char copy[16];
  const char *s = %s[k & 3];
  unsigned i, sum = 0;
  for (i = 0; s[i]; i++) copy[i] = s[i] ^ (char)(k & 1);
  copy[i] = 0;
  for (i = 0; copy[i]; i++) sum = sum * 33 + (unsigned char)copy[i];
  return (int)(sum & 0x7fffffff);
}
""" % (name, text))
        self.funcs.append(Func(name, "int", ["unsigned"], 60))

    def table(self):
        type = self.r.choice(["int", "unsigned", "long long"])
        before = len(self.funcs)
        for _ in range(2):
            self.function(None, type, [type, "unsigned"])
        made = self.funcs[before:]
        name = self.fresh("table")
        self.line("static %s (*const %s[4])(%s, unsigned) = {%s};" % (
            type, name, type,
            ", ".join(self.r.choice(made).name for _ in range(4))))
        self.line("")
        self.tables.append(name)
        self.funcs.append(Func(name, type, [type, "unsigned"],
                               2 + max(f.cost for f in made)))

    def main(self):
        self.enter()
        self.line("int main(void) {")
        self.indent += 1
        self.declare_locals()
        for _ in range(3 + self.r.randrange(self.size)):
            self.depth = 1
            self.statement()
            self.depth = 0
            if self.chance(.15):
                self.line('printf("%llu\\n", sum);')
        for p in self.globals + self.locals:
            if p.type in BITS and p.addressable:
                self.line("mix(%s);" % p.text)
        for name, type, size, _ in self.arrays:
            self.line("for (int i = 0; i < %d; i++) mix(%s[i]);"
                      % (size, name))
        if self.has["float"]:
            self.line("mix(fd > -1e15 && fd < 1e15 ? (long long)(fd * 16) "
                      ": 7);")
        self.line('printf("%llu\\n", sum);')
        self.out.append("#ifdef EXPECT")
        self.line("if (sum == EXPECT) reach_error();")
        self.out.append("#endif")
        self.line("return 0;")
        self.indent -= 1
        self.line("}")

    def program(self):
        self.line("/* Generated by tests/fuzz/gen.py %d %d */"
                  % (self.seed, self.size))
        self.line("int printf(const char *, ...);")
        self.line("void reach_error(void);")
        if self.has["malloc"]:
            self.line("void *malloc(__SIZE_TYPE__);")
            self.line("void free(void *);")
        self.line("")
        self.line("static unsigned long long sum = 14695981039346656037ull;")
        self.line("static void mix(unsigned long long value) {")
        self.line("  sum = (sum ^ value) * 1099511628211ull;")
        self.line("  sum ^= sum >> 29;")
        self.line("}")
        self.line("")
        self.declare_structs()
        self.declare_globals()
        makers = [m for name, m in [
            ("variadic", self.variadic), ("recursion", self.recursive),
            ("malloc", self.heap_list), ("string", self.strings),
            ("table", self.table)] if self.has[name]]
        makers += [self.function] * (1 + self.r.randrange(3))
        self.r.shuffle(makers)
        for make in makers:
            make()
        self.main()
        return "\n".join(self.out) + "\n"


def generate(seed, size=10):
    return Gen(seed, size).program()


if __name__ == "__main__":
    sys.stdout.write(generate(int(sys.argv[1]), *map(int, sys.argv[2:3])))
