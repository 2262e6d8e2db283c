// property: unreach-call
// expect: unknown
// guards: a pointer to somewhere in one of two arrays, which is dead
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int kept[4] = {1, 2, 3, 4};
  int *at = kept;
  for (int round = 0; round < 2; round++) {
    int lost[4] = {0, 0, 0, 0};
    at = lost + (__VERIFIER_nondet_int() & 3);
    if (*at != 0) reach_error();
    if (__VERIFIER_nondet_int()) at = kept;
  }
  if (*at == 0) reach_error();
  return 0;
}
