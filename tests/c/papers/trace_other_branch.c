// property: unreach-call
// expect: true
// args: --engine=trace --seed=none --stats=/dev/stdout
// says: "nodes": ..,
// guards: what was learned on one branch does not burden the other (symbolic execution paper, Fig. 3c)
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define GROW                                                                   \
  if (__VERIFIER_nondet_int())                                                 \
    s = s + 1;                                                                 \
  else                                                                         \
    s = s + 2;
#define GROW5 GROW GROW GROW GROW GROW

int main(void) {
  int s = 0, z;
  if (__VERIFIER_nondet_int())
    z = 0;
  else
    z = 999;
  GROW5 GROW5 GROW5
  if (s > 30 && z == 0) reach_error();
  return 0;
}
