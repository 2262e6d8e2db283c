// property: unreach-call
// expect: false
// guards: an address told in two numbers that are narrower than a pointer
extern void reach_error(void);
void tell(unsigned high, unsigned low);
int *ask(void);
static int x;
int main(void) {
  unsigned long address = (unsigned long)&x;
  tell((unsigned)(address >> 12), (unsigned)(address & 0xfff));
  int *p = ask();
  if (p) *p = 1;
  if (x) reach_error();
  return 0;
}
