// property: unreach-call
// expect: false
// guards: an uninitialised local is any value, not a convenient one
extern void reach_error(void);
int main(void) {
  int x;
  if (x == 1) reach_error();
  return 0;
}
