// property: no-overflow
// expect: true
// guards: shifts of constants that fit
int main(void) {
  int list[3] = {1 << 30, 2 << 3, -1};
  return list[0] == list[2];
}
