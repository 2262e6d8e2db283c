// property: no-overflow
// expect: false
// guards: clang folds operations on constants, and their overflow was not
// looked at (a wrong true)
int main(void) {
  return (2147483647 + 1) - 5;
}
