// property: valid-memsafety
// expect: true
// guards: locals and heap objects given to functions
void *malloc(__SIZE_TYPE__);
void free(void *);
static void set(int *p, int v) {
  *p = v;
}
static int get(const int *p, int i) {
  return p[i];
}
int main(void) {
  int x, *p = malloc(4 * sizeof *p);
  set(&x, 3);
  set(p + 3, x);
  x = get(p, 3);
  free(p);
  return x;
}
