// property: unreach-call
// expect: false
// args: --32
// guards: an object of another size than the parameter's: what follows arrives elsewhere
extern void reach_error(void);
struct small { int v[5]; };
struct large { int v[8]; };
int last();
int main(void) {
  struct small s = {{1, 2, 3, 4, 5}};
  if (last(s, 9) != 9) reach_error();
  return 0;
}
int last(struct large s, int n) { (void)s; return n; }
