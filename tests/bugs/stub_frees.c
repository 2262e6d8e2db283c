// property: unreach-call
// expect: unknown
// args: --engine=local --timeout=60
// guards: what a function that is not followed frees may be another object
// when it is written to
extern void reach_error(void);
extern void *malloc(unsigned long);
extern void free(void *);

static void drop(int n, int *p) {
  if (n > 0) {
    drop(n - 1, p);
    return;
  }
  free(p);
}

int main(void) {
  int *a = malloc(24);
  if (!a) return 0;
  *a = 1;
  drop(0, a);
  int *b = malloc(24);
  if (!b) return 0;
  *b = 0;
  *a = 5;
  if (*b) reach_error();
  return 0;
}
