// property: unreach-call,assertion
// expect: false
// An error behind a loop of many rounds: a run meets it, unrolling would not.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int table[300];
  for (int i = 0; i < 300; i++) table[i] = i * 7 % 299;
  int key = __VERIFIER_nondet_int();
  for (int i = 0; i < 300; i++)
    if (table[i] == 293 && key == 8191) reach_error();
  return 0;
}
