// property: unreach-call
// expect: true
// guards: order and difference of addresses inside one object are exact
extern void reach_error(void);
int main(void) {
  int a[6], n = 0;
  int *p = a, *end = a + 6;
  while (p < end) {
    *p = n++;
    p++;
  }
  if (p - a != 6 || n != 6) reach_error();
  return 0;
}
