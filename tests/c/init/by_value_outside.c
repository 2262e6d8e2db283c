// property: valid-init
// expect: false
// guards: a function without a body that is given a copy does not initialise the original
struct large {
  long a[9];
};
extern void look(struct large l);
int main(void) {
  struct large l;
  l.a[0] = 1;
  look(l);
  return (int)l.a[3];
}
