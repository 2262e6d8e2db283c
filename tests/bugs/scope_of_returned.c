// property: valid-memsafety
// expect: false
// says: false.valid-deref
// guards: a local that is returned by value was the caller's variable itself
struct table {
  int entry[20];
};
static int *inner;
static struct table make(void) {
  struct table made;
  made.entry[4] = 1;
  inner = &made.entry[4];
  return made;
}
int main(void) {
  struct table mine = make();
  return mine.entry[4] + *inner;
}
