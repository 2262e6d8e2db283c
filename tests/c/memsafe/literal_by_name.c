// property: valid-deref
// expect: false
// says: error: write to a constant
// says: limit is a constant: nothing may be written to it
static const int limit = 3;

int main(void) {
  *(int *)&limit = 4;
  return 0;
}
