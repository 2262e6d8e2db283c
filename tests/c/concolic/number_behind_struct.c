// property: unreach-call
// expect: false
// args: --engine=concolic --cpu-timeout=20
// guards: a number from outside that is taken for a pointer behind a struct:
// zero leads to no object, and is not near NULL either
extern void reach_error(void);
extern unsigned long where(void);
struct info { int count; struct info *next; };
static struct info *current(void) { return (struct info *)(where() - 8152UL); }
int main(void) {
  if (current()->count == 7 && current()->next->count == 8) reach_error();
  return 0;
}
