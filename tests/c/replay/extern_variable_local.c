// property: unreach-call
// expect: false
// args: --64 --engine=local
// The same where memory is forgotten and a run finds out what it holds.
extern void reach_error(void);
extern int number;
static void assume(int condition) {
  while (!condition) continue;
}
int main(void) {
  assume(number > 0);
  int turns = 0;
  while (turns < number) turns++;
  if (turns != 3) assume(0);
  reach_error();
  return 0;
}
