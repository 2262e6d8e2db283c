// property: no-overflow
// expect: true
// guards: shifts that bring a bit-field to its place are not the program's
struct bits {
  int narrow : 5;
  unsigned wraps : 3;
  int whole : 32;
};
extern int __VERIFIER_nondet_int(void);
int main(void) {
  struct bits b = {0, 0, 0};
  for (int i = 0; i < 10; i++) {
    b.narrow++;
    b.wraps--;
    b.whole = __VERIFIER_nondet_int() & 255;
    b.narrow -= b.whole;
  }
  return b.narrow;
}
