// property: unreach-call
// expect: unknown
// says: in an order that C leaves open
// guards: whether a global is read before or after a call in the same expression
extern void reach_error(void);
static int total = 1;
static int add(int n) {
  total += n;
  return n;
}
int main(void) {
  total = total + add(5);
  if (total == 11) reach_error();
  return 0;
}
