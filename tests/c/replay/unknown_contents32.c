// property: unreach-call,assertion
// expect: false
// args: --32
extern void reach_error(void);
extern int *somewhere(void);
int main(void) {
  int *p = somewhere();
  if (p && *p == 77) reach_error();
  return 0;
}
