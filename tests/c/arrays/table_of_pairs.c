// property: unreach-call
// expect: true
// guards: numbers in front of addresses in the initial contents of a table
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static int x = 1, y = 2, z = 3;
static struct {
  int key;
  int *at;
} table[] = {{5, &x}, {6, &y}, {7, &z}};

int main(void) {
  unsigned i = __VERIFIER_nondet_uint() % 3, n = __VERIFIER_nondet_uint();
  for (unsigned k = 0; k < n % 5; k++) i = (i + 1) % 3;
  *table[(i + 1) % 3].at += 10;
  if (table[i].key != (int)i + 5) reach_error();
  if (*table[i].at != (int)i + 1) reach_error();
  return 0;
}
