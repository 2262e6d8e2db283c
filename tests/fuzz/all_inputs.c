/* SPDX-License-Identifier: MIT
 *
 * Runs program_main on all sequences of inputs 0 to 3, and prints each way in
 * which a run ended (memory_truth.h) and each value that was observed.  The
 * number of inputs grows on demand. Before each run the program's variables are
 * what they were at the start; what the driver itself remembers is in allocated
 * memory. */
#include <setjmp.h>

#define NO_PROGRAM
#include "memory_truth.h"

enum { MOST_INPUTS = 12, MOST_VALUES = 300 };

static struct {
  jmp_buf back;
  unsigned char choice[MOST_INPUTS];
  int used, most;
  int seen[ENDS];
  unsigned values[MOST_VALUES];
  int n_values;
  struct truth truth;
} *now;
static char *fresh;
extern char __data_start[], _end[];
extern int program_main(void);

struct truth *truth_now(void) {
  return &now->truth;
}

void truth_end(int what) {
  longjmp(now->back, what + 1);
}

void reach_error(void) {
  truth_end(REACHED);
}

void truth_observe(unsigned value) {
  for (int i = 0; i < now->n_values; i++)
    if (now->values[i] == value) return;
  if (now->n_values == MOST_VALUES) truth_end(TOO_MUCH);
  now->values[now->n_values++] = value;
}

unsigned char __VERIFIER_nondet_uchar(void) {
  if (now->used == now->most) {
    if (now->most == MOST_INPUTS) truth_end(TOO_MUCH);
    now->choice[now->most++] = 0;
  }
  return now->choice[now->used++];
}

static void run(void) {
  memcpy(__data_start, fresh, (size_t)(_end - __data_start));
  now->used = now->truth.n = 0;
  int end = setjmp(now->back);
  if (end) {
    now->seen[end - 1] = 1;
    return;
  }
  program_main();
  for (int i = 0; i < now->truth.n; i++)
    if (now->truth.objects[i].lives && now->truth.objects[i].heap)
      now->seen[LEFT] = 1;
}

static int next(void) {
  now->most = now->used;
  while (now->most > 0 && now->choice[now->most - 1] == 3) now->most--;
  if (now->most == 0) return 0;
  now->choice[now->most - 1]++;
  return 1;
}

int main(void) {
  now = calloc(1, sizeof *now);
  fresh = malloc((size_t)(_end - __data_start));
  memcpy(fresh, __data_start, (size_t)(_end - __data_start));
  do run();
  while (next() && !now->seen[TOO_MUCH]);
  static const char *const names[ENDS] = TRUTH_ENDS;
  for (int i = 0; i < ENDS; i++)
    if (now->seen[i]) printf("%s\n", names[i]);
  for (int i = 0; i < now->n_values; i++) printf("value %u\n", now->values[i]);
  return 0;
}
