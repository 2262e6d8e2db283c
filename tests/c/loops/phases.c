// property: unreach-call
// expect: true
// args: --engine=pdr --timeout=300
// guards: a loop of two phases: other facts in each
extern void reach_error(void);

int main(void) {
  int up = 0, rest = 0;
  while (up < 700) {
    if (up < 300)
      rest++;
    else
      rest += 2;
    up++;
  }
  if (rest != 1100) reach_error();
  return 0;
}
