// property: valid-memtrack
// expect: false
// guards: a buffer is lost where the stream cannot be opened
#include <stdio.h>
#include <stdlib.h>
int main(void) { FILE *f = fopen("x", "r"); char *b = malloc(10); if (!f) return 1; if (b && fgets(b, 10, f)) puts(b); fclose(f); free(b); return 0; }
