// expect: false
// An error behind a loop of many rounds: a run meets it, unrolling would not.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int table[2000];
  for (int i = 0; i < 2000; i++) table[i] = i * 7 % 1999;
  int key = __VERIFIER_nondet_int();
  for (int i = 0; i < 2000; i++)
    if (table[i] == 1993 && key == 8191) reach_error();
  return 0;
}
