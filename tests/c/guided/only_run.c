// property: unreach-call
// expect: unknown
// args: --engine=guided
// says: the only run does not meet the error
// guards: a program without inputs is run once, and nothing is proved by that
extern void reach_error(void);
int main(void) {
  unsigned i, sum = 0;
  for (i = 0; i < 1000; i++) sum += i;
  if (sum == 7) reach_error();
  return 0;
}
