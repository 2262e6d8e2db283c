// property: unreach-call
// expect: false
// guards: a library function that stores and returns size_t gives any; the counterexample runs the real one
#include <stdlib.h>
#include <wchar.h>
extern void reach_error(void);
int main(void) { wchar_t w[8]; size_t n = mbstowcs(w, "abc", 7); if (n == 3 && w[1] == 'b') reach_error(); return 0; }
