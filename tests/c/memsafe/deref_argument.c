// property: valid-memsafety
// expect: false
// says: false.valid-deref
// guards: a parameter passed by value lives as long as the call
struct wide {
  int at[20];
};
static int *inside(struct wide w) {
  int *p = w.at;
  return p + 3;
}
int main(void) {
  struct wide w = {{1}};
  return *inside(w);
}
