// property: unreach-call
// expect: false
// args: --engine=concolic
// guards: variables defined elsewhere hold what the way to the error needs, pointers too
extern void reach_error(void);
struct config {
  int level;
  struct config *more;
};
extern struct config settings;
extern int limits[8];

int main(void) {
  if (settings.level != 9 || !settings.more) return 0;
  if (settings.more->level == 11 && limits[3] > 100) reach_error();
  return 0;
}
