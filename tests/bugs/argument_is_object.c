// property: unreach-call
// expect: false
// args: --64
// guards: an object for its address: what follows arrives elsewhere; it was proved
extern void reach_error(void);
struct big { int v[6]; };
int take();
int main(void) {
  struct big b = {{1, 2, 3, 4, 5, 6}};
  if (take(b, 7) != 7) reach_error();
  return 0;
}
int take(int *p, int n) { (void)p; return n; }
