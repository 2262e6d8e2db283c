// Two ways to the error: a > 10 and b == 5, or a <= 10 and b == 13.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int twice(int x) { return x + x; }

int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  int c = 0;
  if (a > 10) {
    c = twice(b);
  } else {
    c = b;
  }
  switch (b) {
  case 1: c++; break;
  case 5: c += 3; break;
  }
  if (c == 13)
    reach_error();
  return 0;
}
