// property: unreach-call
// expect: unknown
// guards: a struct that a function returns, as a value of a list
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
  struct table t = {turn, make()};
  if (t.before != 0) reach_error();
}
