// property: unreach-call
// expect: true
// args: --cpu-timeout=20
// guards: the same, and what is read behind the number is not looked at
extern void reach_error(void);
extern unsigned long where(void);
struct info {
  int count;
  struct info *next;
};
static struct info *current(void) { return (struct info *)(where() - 8152UL); }
int main(void) {
  int limit = 7, count = current()->count;
  if (count > limit) count = limit;
  if (count == 8) reach_error();
  return 0;
}
