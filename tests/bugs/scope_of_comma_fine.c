// property: valid-memsafety
// expect: true
// guards: lists of arguments, comments, literals and sums are no comma expressions of which a member is used
struct row {
  int at[3];
};
static struct row row = {{1, 2, 3}};
static struct row make(int a, int b) {
  row.at[0] = a + b;
  return row;
}
int main(void) {
  const char *text = "(0, row).at"; /* (0, row).at */
  double half = (row.at[1], row.at[2]) + .5;
  struct row *p = &row;
  return make(1, 2).at[0] + text[0] + (int)half + (*p).at[1];
}
