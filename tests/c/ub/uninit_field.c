// property: unreach-call
// expect: false
// guards: writing one field says nothing about the other
extern void reach_error(void);
int main(void) {
  struct {
    int a, b;
  } s;
  s.a = 1;
  if (s.b == 3) reach_error();
  return 0;
}
