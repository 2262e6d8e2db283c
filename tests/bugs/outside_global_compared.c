// property: unreach-call
// expect: false
// guards: a pointer from outside that equals one to a global is written through
extern void reach_error(void);
int *find(void);
int g;
int main(void) {
  int *p = find();
  if (p == &g) {
    *p = 5;
    if (g == 5) reach_error();
  }
  return 0;
}
