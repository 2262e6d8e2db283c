// property: valid-init
// expect: unknown
// says: bit.field
// guards: the other bits of a unit in which a bit-field is written are not known
struct f {
  unsigned a : 3, b : 5;
};
int main(void) {
  struct f f;
  f.a = 1;
  return f.b;
}
