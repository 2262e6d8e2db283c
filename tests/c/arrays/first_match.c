// property: unreach-call
// expect: true
// args: --32
// guards: loops that are short enough to be written out are simplified as loops
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a[900], wanted = __VERIFIER_nondet_int(), at = 0;
  for (int i = 0; i < 900; i++) a[i] = __VERIFIER_nondet_int();
  while (at < 900 && a[at] != wanted) at++;
  for (int i = 0; i < at; i++)
    if (a[i] == wanted) reach_error();
}
