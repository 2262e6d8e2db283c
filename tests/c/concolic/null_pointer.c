// property: unreach-call
// expect: false
// args: --engine=concolic
// guards: pointers of the environment are NULL and error codes, too
extern void reach_error(void);
extern char *first(void), *second(void);

int main(void) {
  char *a = first(), *b = second();
  if (!a && (unsigned long)b > -4096UL && (long)b == -12) reach_error();
  return 0;
}
