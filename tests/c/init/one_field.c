// property: valid-init
// expect: false
// guards: the only field of a struct that is given to a function is read
struct s {
  int a[2];
};
static int same(int x) {
  return x;
}
int main(void) {
  struct s s;
  s.a[0] = 1;
  return same(s.a[1]);
}
