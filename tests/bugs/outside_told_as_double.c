// property: unreach-call
// expect: false
// guards: an address told in the bits of a double
extern void reach_error(void);
void tell(double bits);
int *ask(void);
static int x;
int main(void) {
  union {
    int *address;
    double bits;
  } u;
  u.address = &x;
  tell(u.bits);
  int *p = ask();
  if (p) *p = 1;
  if (x) reach_error();
  return 0;
}
