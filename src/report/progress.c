/* SPDX-License-Identifier: MIT
 *
 * The progress line: one line on a terminal, rewritten as the work goes on;
 * nothing where stderr is no terminal. */
#include "report/report.h"

#include <unistd.h>

void rep_progress_init(RepProgress *progress) {
  *progress = (RepProgress){.start = clock_now()};
}

void rep_progress(RepProgress *progress, const char *phase, uint32_t depth,
                  uint64_t queries) {
  double now = clock_now();
  assert(now >= progress->start);
  if (now - progress->last < 0.1 || !isatty(STDERR_FILENO)) return;
  progress->last = now;
  progress->shown = true;
  fprintf(stderr, "\r\033[Kcutpoint: %s, depth %u, %llu queries, %.1f s", phase,
          depth, (unsigned long long)queries, now - progress->start);
  fflush(stderr);
}

/* "1:02:03", "4:05" */
static void put_duration(Text *out, double seconds) {
  unsigned long s = (unsigned long)seconds;
  if (s >= 3600)
    text_printf(out, "%lu:%02lu:%02lu", s / 3600, s / 60 % 60, s % 60);
  else
    text_printf(out, "%lu:%02lu", s / 60, s % 60);
}

void rep_progress_part(RepProgress *progress, const char *phase,
                       const char *things, uint64_t done, uint64_t all) {
  enum { BAR = 24 };
  double now = clock_now();
  if (now - progress->last < 0.1 || !isatty(STDERR_FILENO) || !all) return;
  assert(done <= all);
  progress->last = now;
  progress->shown = true;
  Mem mem;
  Text out;
  mem_init(&mem, 0);
  text_init(&out, &mem);
  text_printf(&out, "\r\033[Kcutpoint: %s [", phase);
  for (uint64_t i = 0; i < BAR; i++)
    text_char(&out, i * all < done * BAR ? '#' : '.');
  text_printf(&out, "] %llu%%, %s, ", (unsigned long long)(100 * done / all),
              things);
  double spent = now - progress->start;
  put_duration(&out, spent);
  if (done && spent > 1) {
    text_add(&out, ", left about ");
    put_duration(&out, spent * (double)(all - done) / (double)done);
  }
  fputs(text_get(&out), stderr);
  fflush(stderr);
  text_done(&out);
  mem_done(&mem);
}

void rep_progress_end(RepProgress *progress) {
  if (progress->shown) fputs("\r\033[K", stderr);
  progress->shown = false;
}

void rep_progress_wipe(void) {
  if (isatty(STDERR_FILENO)) fputs("\r\033[K", stderr);
}
