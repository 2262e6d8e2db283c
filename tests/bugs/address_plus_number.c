// property: unreach-call
// expect: unknown
// guards: sums of addresses and numbers were never equal to other addresses
extern void reach_error(void);
char a[8], b[8];
int main(void) {
  unsigned long first = (unsigned long)a, next = (unsigned long)b;
  if (first + 8 == next || next + 8 == first) reach_error();
  return 0;
}
