// property: no-overflow
// expect: unknown
// guards: shifts into or of the sign in an initialiser that the compiler computes
int main(void) {
  int list[3] = {1 << 31, -2 << 3, 5 << 30};
  return list[0] == list[2];
}
