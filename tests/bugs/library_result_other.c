// property: unreach-call
// expect: unknown
// guards: a counterexample that the real function refutes is not believed
#include <stdlib.h>
#include <wchar.h>
extern void reach_error(void);
int main(void) { wchar_t w[8]; size_t n = mbstowcs(w, "abc", 7); if (n == 2 && w[1] == 'b') reach_error(); return 0; }
