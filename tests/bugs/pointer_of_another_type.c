// property: unreach-call
// expect: true
// says: reaches no function of another type
// guards: what is left out because it does not fit the call is told
void reach_error(void);
int __VERIFIER_nondet_int(void);
static int hit;
static void of_number(int n) { hit = n == 0; }
static void of_pointer(void *p) { (void)p; }
int main(void) {
  void (*f)(void *) =
      __VERIFIER_nondet_int() ? (void (*)(void *))of_number : of_pointer;
  f(0);
  if (hit) reach_error();
  return 0;
}
