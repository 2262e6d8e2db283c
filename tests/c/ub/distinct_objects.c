// property: unreach-call
// expect: true
// guards: objects have distinct addresses, none is NULL
extern void reach_error(void);
int main(void) {
  int a, b;
  if (&a == &b) reach_error();
  if ((unsigned long)&a == 0) reach_error();
  return 0;
}
