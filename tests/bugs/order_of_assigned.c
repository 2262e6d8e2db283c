// property: unreach-call
// expect: unknown
// guards: an assignment as an operand, and a function that reads what it writes
extern void reach_error(void);
static int level;
static int get(void) { return level; }
int main(void) {
  int sum = (level = 4) + get();
  if (sum != 8) reach_error();
}
