// property: unreach-call
// expect: true
// guards: structs that functions return, assigned to fields one after the other
extern void reach_error(void);
static int turn;
struct row {
  int cells[8], turn;
};
struct table {
  int before;
  struct row row;
};
static struct row make(void) {
  struct row r = {{0}, 0};
  r.turn = ++turn;
  return r;
}
int main(void) {
  struct table t, u = {5, {{1}, 2}};
  t.before = turn;
  t.row = make();
  u.row = make();
  u.before = turn;
  struct row v = make();
  v = make();
  if (t.before != 0 || u.before != 2 || v.turn != 4) reach_error();
}
