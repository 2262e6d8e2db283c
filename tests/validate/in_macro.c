// A loop that is the argument of a macro.
extern void reach_error(void);
#define SAME(x) x
int main(void) {
  int s = 0;
  SAME(for (int i = 0; i < 4; i++) { s += i; })
  if (s != 6) reach_error();
  return 0;
}
