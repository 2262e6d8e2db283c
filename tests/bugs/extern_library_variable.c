// property: unreach-call
// expect: unknown
// args: --64
// guards: a variable of the C library does not start with what a trace likes
extern void reach_error(void);
extern int optind;
int main(void) {
  if (optind == 77) reach_error();
  return 0;
}
