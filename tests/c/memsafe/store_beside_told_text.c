// property: valid-deref
// expect: true
// A text is told to a function without a body, so are the elements of an array:
// a store to an element stays in the array.
extern int __VERIFIER_nondet_int(void);
extern void *tell(const char *text, void *object);
static struct {
  int open;
} devices[4];
int main(void) {
  int n = __VERIFIER_nondet_int();
  tell("a text", &devices[1]);
  if (n < 0 || n >= 4) return 0;
  devices[n].open = 1;
  return devices[n].open;
}
