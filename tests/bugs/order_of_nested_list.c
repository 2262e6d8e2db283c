// property: unreach-call
// expect: unknown
// guards: the same in lists inside of a list, of an object without a name
extern void reach_error(void);
static int count;
static int add(int by) { return count += by; }
static int twice(int by) { return count *= by; }
static int first(int (*rows)[2]) { return rows[0][1]; }
int main(void) {
  if (first((int[2][2]){{0, add(1)}, {twice(2), 0}}) != 1) reach_error();
}
