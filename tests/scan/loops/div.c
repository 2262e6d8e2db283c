/* SPDX-License-Identifier: MIT
 *
 * Divisors that depend on where a loop ended.
 * What is called good_ is proved, what is called bad_ is not (tests/scan/run).
 */
int table[100];
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
