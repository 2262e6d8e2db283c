// property: unreach-call
// expect: true
// says: operands are evaluated from left to right or their order does not matter
// guards: where the order may matter by way of pointers, clang's is a premise
extern void reach_error(void);
static int set(int *p, int n) {
  return *p = n;
}
int main(void) {
  int a, b;
  int sum = set(&a, 1) + set(&b, 2);
  if (sum != 3) reach_error();
  return 0;
}
