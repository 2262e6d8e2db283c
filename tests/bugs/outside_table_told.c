// property: unreach-call
// expect: unknown
// guards: functions in a table that was given away are called through the one that comes back
extern void reach_error(void);
struct table {
  int (*run)(int);
};
void enter(struct table *);
struct table *find(void);
static int f(int x) {
  if (x == 3) reach_error();
  return 0;
}
static struct table mine = {f};
int main(void) {
  enter(&mine);
  struct table *t = find();
  t->run(3);
  return 0;
}
