// property: valid-deref
// expect: false
// guards: a write to a constant, by its name, is no good access
static const int limit = 1;
int main(void) {
  *(int *)&limit = 2;
  return 0;
}
