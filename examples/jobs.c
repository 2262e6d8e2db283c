#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum state { IDLE, RUNNING, DONE };

struct job {
  char tag;
  enum state state;
  int done, total;
};

static void start(struct job *j, int total) {
  j->tag = 'a';
  j->state = RUNNING;
  j->done = 0;
  j->total = total;
}

static void advance(struct job *j, int by) {
  j->done += by;
  if (j->done >= j->total) j->state = DONE;
}

int main(void) {
  struct job first, second;
  int by = __VERIFIER_nondet_int();
  if (by < 1 || by > 3) return 0;
  start(&first, 4);
  start(&second, 6);
  for (int i = 0; i < 2; i++) {
    advance(&first, by);
    advance(&second, by);
  }
  assert(second.state != DONE || first.done <= first.total);
  return 0;
}
