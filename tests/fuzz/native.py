# SPDX-License-Identifier: MIT
"""Does a program fail natively on random inputs?

It is compiled with the sanitizers, which end a run at undefined behaviour: what
happens behind that says nothing about a proof.  So only a run that reaches the
error first is a failure.
"""
import os
import subprocess

CLANG = os.environ.get("CLANG", "clang-19")
RUNS = 30
REACHED = 77  # the exit code of a run that reached the error

INPUTS = r"""
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static unsigned long long state;
__attribute__((constructor)) static void start(void) {
  const char *seed = getenv("SEED");
  state = seed ? strtoull(seed, 0, 10) * 0x9e3779b97f4a7c15ull + 1 : 1;
}
static unsigned long long next(void) {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  switch (state >> 61) {
  case 0: return state >> 3;
  case 1: return 0;
  case 2: return 0ull - ((state >> 20) & 7);
  case 3: return 1ull << ((state >> 20) & 63);
  case 4: return (1ull << ((state >> 20) & 63)) - 1;
  default: return (state >> 20) & 15;
  }
}
#define INPUT(T, name) T __VERIFIER_nondet_##name(void) { return (T)next(); }
INPUT(int, int) INPUT(unsigned, uint) INPUT(char, char)
INPUT(unsigned char, uchar) INPUT(short, short)
INPUT(unsigned short, ushort) INPUT(long, long) INPUT(unsigned long, ulong)
INPUT(long long, longlong) INPUT(unsigned long long, ulonglong)
double __VERIFIER_nondet_double(void) { return (double)(long long)next(); }
float __VERIFIER_nondet_float(void) { return (float)(long long)next(); }
_Bool __VERIFIER_nondet_bool(void) { return next() & 1; }
void __VERIFIER_assume(int holds) { if (!holds) _exit(0); }
void __attribute__((weak)) reach_error(void) { _exit(77); }
void __attribute__((weak)) __VERIFIER_error(void) { _exit(77); }
void __assert_fail(const char *a, const char *b, unsigned c, const char *d) {
  (void)a, (void)b, (void)c, (void)d;
  _exit(ASSERT_FAILS);
}
"""


def compiles(path, narrow):
    return subprocess.run(
        [CLANG, "-std=gnu17", "-w", "-fsyntax-only",
         "-m32" if narrow else "-m64", path],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def fails(path, options):
    """True if some run reaches the error; only of unreach-call, or of what is
    checked by default, in 64 bits, without an error function or label of its
    own."""
    properties = [o for o in options if o.startswith("--property")]
    if properties not in ([], ["--property=unreach-call"]) or \
            [o for o in options if o[:3] in ("--3", "--e")]:
        return False
    helper, binary = path[:-2] + ".inputs.c", path[:-2] + ".exe"
    with open(helper, "w", encoding="utf-8") as f:
        f.write(INPUTS)
    try:
        built = subprocess.run(
            [CLANG, "-std=gnu17", "-w", "-O0", "-fsanitize=address,undefined",
             "-fno-sanitize-recover=all", path, helper, "-o", binary,
             "-DASSERT_FAILS=%d" % (0 if properties else REACHED)],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return built.returncode == 0 and any(
            run(binary, seed) == REACHED for seed in range(RUNS))
    finally:
        for name in (helper, binary):
            if os.path.exists(name):
                os.unlink(name)


def run(binary, seed):
    try:
        return subprocess.run(
            [binary], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, timeout=2,
            env=dict(os.environ, SEED=str(seed))).returncode
    except subprocess.TimeoutExpired:
        return None
