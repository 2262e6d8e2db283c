// property: unreach-call
// expect: unknown
// args: --engine=local --timeout=60
// guards: a function that is not followed writes to memory that was freed, and
// so to what is there now
extern void reach_error(void);
extern void *malloc(unsigned long);
extern void free(void *);

static void set(int n, int *p) {
  if (n > 0) {
    set(n - 1, p);
    return;
  }
  *p = 5;
}

int main(void) {
  int *a = malloc(24);
  if (!a) return 0;
  *a = 1;
  free(a);
  int *b = malloc(24);
  if (!b) return 0;
  *b = 0;
  set(0, a);
  if (*b) reach_error();
  return 0;
}
