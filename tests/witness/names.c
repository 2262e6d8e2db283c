/* SPDX-License-Identifier: MIT
 * Variables that change hands: an invariant must not speak of the wrong one. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int count(int limit) {
  int done = 0;
  while (done < limit) done += 2;
  return done;
}

int main(void) {
  int first = __VERIFIER_nondet_int();
  int kept = first;
  first = 7; /* `kept` is the input now */
  if (kept < 0 || kept > 100) return 0;
  int steps = 0;
  for (int i = 0; i < kept; i++) {
    steps++;
    if (steps > 100) reach_error();
  }
  int later = kept; /* named behind the loop above */
  unsigned odd = 1;
  do {
    odd += 2;
    later--;
  } while (later > 0);
  if (odd % 2 == 0) reach_error();
  if (count(kept) < 0 || count(9) % 2) reach_error();
  return first == 7 ? 0 : 1;
}
