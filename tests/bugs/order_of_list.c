// property: unreach-call
// expect: unknown
// guards: the values of a list of initialisers come in any order
extern void reach_error(void);
static int last;
static int next(void) { return last += 3; }
struct pair {
  int one, two;
};
int main(void) {
  struct pair p = {next(), last};
  if (p.two != 3) reach_error();
}
