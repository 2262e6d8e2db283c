// property: no-overflow
// expect: true
// guards: a warning of another kind may be switched off
#pragma GCC diagnostic ignored "-Wunused-variable"
static long list[2] = {2147483646 + 1, 1};
int main(void) {
  return (int)list[1];
}
