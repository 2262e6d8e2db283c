// property: unreach-call
// expect: true
// guards: what a declaration initialises is so in each iteration; what is
// declared outside of the loop keeps its bytes
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int outer[2] = {7, 7};
  for (int i = 0; i < 4; i++) {
    int inner[3] = {1, 2, 3};
    unsigned k = __VERIFIER_nondet_uint() % 3u;
    if (inner[k] != (int)k + 1 || outer[k & 1] != 7) reach_error();
    inner[k] = 9;
  }
  return 0;
}
