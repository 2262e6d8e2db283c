// property: unreach-call
// expect: false
// guards: a library function that stores and returns nothing
#include <string.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) { char a[4] = "abc", b[4] = ""; swab(a, b, 2); if (b[0] == 'b') reach_error(); return 0; }
