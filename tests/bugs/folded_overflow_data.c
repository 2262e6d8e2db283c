// property: no-overflow
// expect: unknown
// guards: the same in an initialiser, which has no code of its own
int main(void) {
  int list[3] = {2147483647 + 5, 1, 2};
  return list[1];
}
