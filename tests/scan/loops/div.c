/* SPDX-License-Identifier: MIT
 *
 * Divisors that depend on where a loop ended.
 * What is called good_ is proved, what is called bad_ is not (tests/scan/run).
 */
int table[100];
void fill(int at, int value) {
  table[at] = value;
}
int bad_end_moves(const int *a) {
  int i;
  for (i = 0; i < a[i]; i++);
  return 10 / (a[i] == i || i == 0); /* {5, 0}: i is 1, a[i] is 0 */
}
int bad_end_of_table_moves(void) {
  int i;
  for (i = 0; i < *(i + table); i++);
  return 10 / (table[i] == i || i == 0);
}
int good_end_stays(const int *a, int k) {
  int i;
  for (i = 0; i < a[k]; i++);
  return 10 / (a[k] == i || i == 0);
}
/* Cells that two pointers lead to, which may be the same. */
extern int more(void);
int good_cell(int *p, int *q) {
  *p = 1;
  while (more())
    if (*q > 3) *q = 4;
  return 10 / *p;
}
int bad_cell(int *p, int *q) {
  *p = 1;
  while (more())
    if (*q < 3) *q = *q - 1;
  return 10 / *p;
}
int bad_inner(int a) {
  int x = 1, y = 0;
  while (more()) {
    for (y = 0; y < a; y++)
      if (more()) x = y;
    if (x == 0 && y != 5) x = 1;
  }
  return 10 / x;
}
int good_inner(int a) {
  int x = 1, y = 0;
  while (more()) {
    for (y = 0; y < a; y++)
      if (more()) x = y;
    if (x == 0) x = 1;
  }
  return 10 / x;
}

/* Loops that are entered in two places. */
int bad_entered(int c) {
  long k = 0;
  if (c) goto in;
  while (k < 100) {
    k++;
  in:;
  }
  return 8 / (k == 0 || c);
}
int bad_entered_never(int *s) {
  long k = 0;
  *s = 1;
  if (*s < 1) goto in;
  while (k < 100) {
    k++;
  in:;
  }
  return 8 / (k == 0);
}
int good_entered(int c) {
  long k = 0;
  if (c) goto in;
  while (k < 100) {
    k++;
  in:;
  }
  return 8 / (k >= 100);
}
