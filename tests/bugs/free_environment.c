// property: valid-free
// expect: false
// guards: what getenv gives is not the program's to free; it was proved
#include <stdlib.h>
int main(void) { char *p = getenv("HOME"); free(p); return 0; }
