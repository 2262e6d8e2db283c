// property: no-overflow,no-div-by-zero
// expect: false
// guards: a literal division by zero where the compiler checks for overflow
int main(void) {
  int y = 7 / 0;
  return y;
}
