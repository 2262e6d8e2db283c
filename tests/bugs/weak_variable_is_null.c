// property: unreach-call
// expect: unknown
// guards: a weak variable that is defined nowhere has no address; it was proved to have one
extern void reach_error(void);
extern int opt __attribute__((weak));
int main(void) { if (!&opt) reach_error(); return 0; }
