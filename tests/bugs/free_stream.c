// property: valid-free
// expect: false
// guards: a stream is not the program's to free; it was proved
#include <stdio.h>
#include <stdlib.h>
int main(void) { FILE *f = fopen("x", "r"); if (f) free(f); return 0; }
