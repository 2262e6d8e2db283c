// property: unreach-call
// expect: false
// guards: an executable may lie below 4 GB, with its heap; some programs take
// larger addresses for error codes
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);

static void *get(unsigned long size) {
  void *p = malloc(size);
  if ((unsigned long)p > 4294967295UL)
    for (;;)
      ;
  return p;
}

int main(void) {
  int *p = get(sizeof *p);
  *p = __VERIFIER_nondet_int();
  if (*p == 12345) reach_error();
  return 0;
}
