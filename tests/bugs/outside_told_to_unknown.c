// property: unreach-call
// expect: unknown
// guards: an address given to an unknown function
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
