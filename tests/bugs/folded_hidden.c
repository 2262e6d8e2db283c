// property: no-bad-shift
// expect: unknown
// guards: a warning about constants that the source switches off
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wshift-count-overflow"
static int list[2] = {1 << 40, 1};
#pragma clang diagnostic pop
int main(void) {
  return list[1];
}
