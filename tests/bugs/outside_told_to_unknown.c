// property: unreach-call
// expect: false
// guards: an address given to an unknown function comes back from it; a run has that function, too
extern void reach_error(void);
typedef int *get(int *);
get *find(void);
int main(void) {
  int x = 0;
  get *f = find();
  f(&x);
  *f(0) = 5;
  if (x == 5) reach_error();
  return 0;
}
