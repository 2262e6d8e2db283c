// property: valid-memsafety
// expect: unknown
// guards: a macro may make the comma expression of which a member is used
struct row {
  int at[3];
};
static struct row row = {{1, 2, 3}};
#define LAST(first, last) (first, last)
int main(void) {
  int *kept = LAST(0, row).at;
  return *kept;
}
