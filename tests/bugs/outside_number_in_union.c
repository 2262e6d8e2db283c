// property: unreach-call
// expect: unknown
// args: --64
// guards: a number from outside becomes a pointer by way of memory
extern void reach_error(void);
extern void tell(void *);
extern long ask(void);
static int x;
int main(void) {
  tell(&x);
  union {
    long number;
    int *pointer;
  } u;
  u.number = ask();
  if (!u.pointer) return 0;
  *u.pointer = 1;
  if (x) reach_error();
  return 0;
}
