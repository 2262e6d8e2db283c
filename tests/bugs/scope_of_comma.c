// property: valid-memsafety
// expect: unknown
// guards: an array in the value of a comma expression dies with the full expression (C11 6.2.4p8); the compiler makes no object for it
struct row {
  int at[3];
};
static struct row row = {{1, 2, 3}};
int main(void) {
  int *kept = (0, row).at;
  return *kept;
}
