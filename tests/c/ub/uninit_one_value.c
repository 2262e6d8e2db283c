// property: unreach-call
// expect: true
// guards: one uninitialised variable read twice is one value
extern void reach_error(void);
int main(void) {
  unsigned x;
  unsigned y = x;
  if (y - x != 0) reach_error();
  return 0;
}
