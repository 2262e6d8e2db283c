// property: unreach-call
// expect: true
// guards: values that leave a loop that is written out, by several ways and
// from a nest, are those of the round it was left in

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static const char word[6] = "abcde";
int grid[3][4];

static int where(char c) {
  int i;
  for (i = 0; i < 5; i++)
    if (word[i] == c) break;
  return i;
}

int main(void) {
  int n = 0, found = -1;
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 4; k++) {
      if (__VERIFIER_nondet_int()) grid[i][k] = 10 * i + k;
      n++;
    }
  for (int i = 0; i < 12; i++)
    if (grid[i / 4][i % 4]) found = grid[i / 4][i % 4];
  if (n != 12 || found == 0 || found > 23) reach_error();
  if (where('c') != 2 || where('x') != 5) reach_error();
  return 0;
}
