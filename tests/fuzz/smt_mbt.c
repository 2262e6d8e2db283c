/* SPDX-License-Identifier: MIT
 *
 * smt_mbt [--seconds=N] [--seed=N] [--out=FILE]   random traces until one fails
 * smt_mbt --replay=FILE                           carry out a recorded trace
 * smt_mbt --shrink=FILE                           ... and make it shorter
 *
 * A failing trace is recorded in FILE (smt_mbt.trace) before it is shrunk, and
 * again after.  Exit code 1: something failed. */
#include "unit/smt/mbt.h"

#include <stdlib.h>

static void record(const MbtTrace *trace, Mem *mem, const char *path) {
  Text text;
  text_init(&text, mem);
  mbt_print(&text, trace);
  if (!file_write(path, text_get(&text), text.n))
    die(EXIT_INTERNAL, "cannot write %s", path);
  text_done(&text);
}

static int replay(Mem *mem, const char *path, bool wants_shrinking) {
  Text text;
  text_init(&text, mem);
  MbtTrace trace;
  if (!file_read(&text, path) || !mbt_parse(&trace, mem, text_get(&text)))
    die(EXIT_USAGE, "%s is no trace", path);
  bool is_good = mbt_run(&trace, MBT_LOUD);
  if (!is_good && wants_shrinking) {
    mbt_shrink(&trace);
    record(&trace, mem, path);
  }
  printf("%s: %s, %u steps\n", path, is_good ? "agrees" : "FAILS",
         trace.steps.n);
  mbt_done(&trace, mem);
  text_done(&text);
  return !is_good;
}

static int search(Mem *mem, uint64_t seed, double seconds, const char *path) {
  double end = clock_now() + seconds;
  uint32_t n = 0;
  bool is_good = true;
  for (; is_good && clock_now() < end; seed++, n++) {
    MbtTrace trace;
    mbt_random(&trace, mem, seed);
    is_good = mbt_run(&trace, MBT_LOUD);
    if (!is_good) {
      printf("seed %llu fails; recorded in %s\n", (unsigned long long)seed,
             path);
      record(&trace, mem, path);
      mbt_shrink(&trace);
      record(&trace, mem, path);
    }
    mbt_done(&trace, mem);
  }
  printf("%u traces, %s\n", n, is_good ? "all agree" : "the last one fails");
  return !is_good;
}

int main(int argc, char **argv) {
  Mem mem;
  mem_init(&mem, 0);
  double seconds = 60;
  uint64_t seed = 1000;
  const char *out = "smt_mbt.trace";
  for (int i = 1; i < argc; i++) {
    const char *arg = argv[i];
    if (strncmp(arg, "--seconds=", 10) == 0)
      seconds = atof(arg + 10);
    else if (strncmp(arg, "--seed=", 7) == 0)
      seed = strtoull(arg + 7, NULL, 10);
    else if (strncmp(arg, "--out=", 6) == 0)
      out = arg + 6;
    else if (strncmp(arg, "--replay=", 9) == 0)
      return replay(&mem, arg + 9, false);
    else if (strncmp(arg, "--shrink=", 9) == 0)
      return replay(&mem, arg + 9, true);
    else
      die(EXIT_USAGE, "unknown option %s", arg);
  }
  return search(&mem, seed, seconds, out);
}
