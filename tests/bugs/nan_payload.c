// property: unreach-call
// expect: false
// guards: a NaN that was moved had the bits of the one NaN of formulas
union bits {
  float f;
  unsigned i;
};
extern void reach_error(void);
static float same(float f) {
  return f;
}
int main(void) {
  union bits x;
  float copy[2];
  x.i = 0x7fc00123;
  copy[0] = same(x.f);
  x.f = copy[0];
  if (x.i == 0x7fc00123) reach_error();
  return 0;
}
