// property: unreach-call
// expect: true
// guards: heap objects whose addresses are compared may lie anywhere: both
// outcomes are looked at, and the proof does not rest on our addresses

extern void reach_error(void);
extern void abort(void);
extern void *malloc(unsigned long size);
extern int __VERIFIER_nondet_int(void);

struct request {
  char *name;
};

/* Ends where the two overlap. */
static void apart(char *to, char *from, unsigned long n) {
  if (to + n <= from || from + n <= to) return;
  abort();
}

int main(void) {
  struct request request;
  char *copy = malloc(16);
  int lock = 0, n = __VERIFIER_nondet_int();
  while (n > 0) {
    lock = 1;
    apart(copy, request.name, 16);
    lock = 0;
    n--;
  }
  if (lock) reach_error();
  return 0;
}
