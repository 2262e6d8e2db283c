// property: no-bad-shift
// expect: unknown
// guards: the same in an initialiser, which has no code of its own
static int list[2] = {1 << 40, 1};
int main(void) {
  return list[1];
}
