// property: valid-deref
// expect: unknown
// guards: a weak function that is defined nowhere cannot be called; it was proved
extern int missing(void) __attribute__((weak));
int main(void) { return missing(); }
