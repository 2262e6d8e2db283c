// property: unreach-call
// expect: unknown
// guards: a local of a call that is over holds whatever came to lie there
extern void reach_error(void);
static int *keep(int value) {
  int local = value, *kept = &local;
  return kept;
}
int main(void) {
  int *first = keep(3);
  keep(4);
  if (*first == 4) reach_error();
}
