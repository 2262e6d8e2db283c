// property: unreach-call,assertion
// expect: false
// A local of the loop's body that nobody sets.
extern void reach_error(void);
int main(void) {
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    unsigned char x;
    sum = sum * 256 + x;
  }
  if (sum == 0x050505) reach_error();
  return 0;
}
