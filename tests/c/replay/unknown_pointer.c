// property: unreach-call,assertion
// expect: false
// A pointer nobody knows points to memory of its own.
extern void reach_error(void);
extern int *somewhere(void);
int main(void) {
  int *p = somewhere();
  if (!p) return 0;
  *p = 5;
  if (*p + 1 == 6) reach_error();
  return 0;
}
