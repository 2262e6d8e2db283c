// property: unreach-call
// expect: unknown
// guards: a weak function that is defined nowhere has no address; it was proved to have one
extern void reach_error(void);
__attribute__((weak)) extern int maybe(void);
int main(void) { if (!maybe) reach_error(); return 0; }
