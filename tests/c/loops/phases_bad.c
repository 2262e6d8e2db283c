// property: unreach-call
// expect: false
// args: --engine=pdr --timeout=300
// guards: the same with an error: phases prove nothing wrong
extern void reach_error(void);

int main(void) {
  int up = 0, rest = 0;
  while (up < 9) {
    if (up < 5)
      rest++;
    else
      rest += 2;
    up++;
  }
  if (rest == 13) reach_error();
  return 0;
}
