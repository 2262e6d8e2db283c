// property: unreach-call
// expect: unknown
// guards: a pointer that may also come from outside was not taken for an address of ours
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern short *borrowed(void);
short mine, yours;
int main(void) {
  short *at = borrowed();
  int here = __VERIFIER_nondet_int();
  if (here == 1) at = &mine;
  if (here == 2) at = &yours;
  if ((here == 1 || here == 2) && (unsigned long)at % 2) reach_error();
  return 0;
}
