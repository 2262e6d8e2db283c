/* SPDX-License-Identifier: MIT
 *
 * A trace is run in a child process, so that aborts and hangs are failures like
 * any other; shrinking leaves out halves, quarters, ... and single steps as
 * long as the rest still fails. */
#include "unit/trace.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- text ---- */

void trace_random(Trace *trace, const TraceKind *kind, Mem *mem,
                  uint64_t seed) {
  Rng rng = {seed};
  *trace = (Trace){.kind = kind};
  kind->make(trace, mem, &rng);
}

void trace_print(Text *out, const Trace *trace) {
  text_printf(out, "%s %u %u\n", trace->kind->title, trace->settings[0],
              trace->settings[1]);
  for (uint32_t i = 0; i < trace->steps.n; i++) {
    TraceStep step = trace->steps.at[i];
    text_printf(out, "%s %u %u %u\n", trace->kind->ops[step.op], step.a, step.b,
                step.c);
  }
}

static bool parse_step(const TraceKind *kind, const char *line,
                       TraceStep *step) {
  char name[16];
  if (sscanf(line, "%15s %u %u %u", name, &step->a, &step->b, &step->c) != 4)
    return false;
  for (step->op = 0; step->op < kind->n_ops; step->op++)
    if (strcmp(name, kind->ops[step->op]) == 0) return true;
  return false;
}

bool trace_parse(Trace *trace, const TraceKind *kind, Mem *mem,
                 const char *text) {
  *trace = (Trace){.kind = kind};
  char title[16];
  if (sscanf(text, "%15s %u %u", title, &trace->settings[0],
             &trace->settings[1]) != 3 ||
      strcmp(title, kind->title) != 0 || !kind->allows(trace->settings))
    return false;
  for (const char *at = strchr(text, '\n'); at && at[1];
       at = strchr(at + 1, '\n')) {
    TraceStep step;
    if (!parse_step(kind, at + 1, &step)) return false;
    VEC_PUSH(mem, &trace->steps, step);
  }
  return true;
}

void trace_done(Trace *trace, Mem *mem) {
  VEC_DONE(mem, &trace->steps);
}

/* ---- running ---- */

bool trace_run(const Trace *trace, TraceNoise noise) {
  fflush(NULL);
  pid_t child = fork();
  require(child >= 0);
  if (child == 0) {
    int null = open("/dev/null", O_WRONLY);
    if (noise == TRACE_QUIET && null >= 0) dup2(null, 2);
    alarm(60);
    trace->kind->carry_out(trace);
    _exit(0);
  }
  int status;
  require(waitpid(child, &status, 0) == child);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Leave out steps [first..first+n[ if the rest still fails. */
static bool try_without(Trace *trace, uint32_t first, uint32_t n) {
  Trace shorter = *trace;
  TraceStep *all = malloc(sizeof *all * (trace->steps.n + 1));
  require(all);
  memcpy(all, trace->steps.at, sizeof *all * trace->steps.n);
  memmove(all + first, all + first + n,
          sizeof *all * (trace->steps.n - first - n));
  shorter.steps.at = all;
  shorter.steps.n -= n;
  bool is_failing = !trace_run(&shorter, TRACE_QUIET);
  if (is_failing) {
    memcpy(trace->steps.at, all, sizeof *all * shorter.steps.n);
    trace->steps.n = shorter.steps.n;
  }
  free(all);
  return is_failing;
}

void trace_shrink(Trace *trace) {
  for (uint32_t n = trace->steps.n / 2; n > 0;) {
    bool has_changed = false;
    for (uint32_t first = 0; first + n <= trace->steps.n;)
      if (try_without(trace, first, n))
        has_changed = true;
      else
        first += n;
    if (n > 1 || !has_changed) n /= 2;
  }
}

/* ---- testers ---- */

uint64_t trace_try(const TraceKind *kind, uint64_t seeds, double seconds) {
  Mem mem;
  mem_init(&mem, 0);
  double end = clock_now() + seconds;
  uint64_t failed = 0;
  for (uint64_t seed = 1; !failed && seed <= seeds && clock_now() < end;
       seed++) {
    Trace trace;
    trace_random(&trace, kind, &mem, seed);
    if (!trace_run(&trace, TRACE_LOUD)) failed = seed;
    trace_done(&trace, &mem);
  }
  mem_done(&mem);
  return failed;
}

static void record(const Trace *trace, Mem *mem, const char *path) {
  Text text;
  text_init(&text, mem);
  trace_print(&text, trace);
  if (!file_write(path, text_get(&text), text.n))
    die(EXIT_INTERNAL, "cannot write %s", path);
  text_done(&text);
}

static int replay(const TraceKind *kind, Mem *mem, const char *path,
                  bool wants_shrinking) {
  Text text;
  text_init(&text, mem);
  Trace trace;
  if (!file_read(&text, path) ||
      !trace_parse(&trace, kind, mem, text_get(&text)))
    die(EXIT_USAGE, "%s is no %s", path, kind->title);
  bool is_good = trace_run(&trace, TRACE_LOUD);
  if (!is_good && wants_shrinking) {
    trace_shrink(&trace);
    record(&trace, mem, path);
  }
  printf("%s: %s, %u steps\n", path, is_good ? "agrees" : "FAILS",
         trace.steps.n);
  trace_done(&trace, mem);
  text_done(&text);
  return !is_good;
}

static int search(const TraceKind *kind, Mem *mem, uint64_t seed,
                  double seconds, const char *path) {
  double end = clock_now() + seconds;
  uint32_t n = 0;
  bool is_good = true;
  for (; is_good && clock_now() < end; seed++, n++) {
    Trace trace;
    trace_random(&trace, kind, mem, seed);
    is_good = trace_run(&trace, TRACE_LOUD);
    if (!is_good) {
      printf("seed %llu fails; recorded in %s\n", (unsigned long long)seed,
             path);
      record(&trace, mem, path);
      trace_shrink(&trace);
      record(&trace, mem, path);
    }
    trace_done(&trace, mem);
  }
  printf("%u traces, %s\n", n, is_good ? "all agree" : "the last one fails");
  return !is_good;
}

int trace_main(const TraceKind *kind, int argc, char **argv) {
  Mem mem;
  mem_init(&mem, 0);
  double seconds = 60;
  uint64_t seed = 1000;
  char name[32];
  snprintf(name, sizeof name, "%s.failed", kind->title);
  const char *out = name;
  for (int i = 1; i < argc; i++) {
    const char *arg = argv[i];
    if (strncmp(arg, "--seconds=", 10) == 0)
      seconds = atof(arg + 10);
    else if (strncmp(arg, "--seed=", 7) == 0)
      seed = strtoull(arg + 7, NULL, 10);
    else if (strncmp(arg, "--out=", 6) == 0)
      out = arg + 6;
    else if (strncmp(arg, "--replay=", 9) == 0)
      return replay(kind, &mem, arg + 9, false);
    else if (strncmp(arg, "--shrink=", 9) == 0)
      return replay(kind, &mem, arg + 9, true);
    else
      die(EXIT_USAGE, "unknown option %s", arg);
  }
  return search(kind, &mem, seed, seconds, out);
}
