// property: valid-memsafety
// expect: true
// guards: strings with their end, and parts of others, may be printed
#include <stdio.h>
#include <string.h>
int main(void) {
  char b[10], open[3] = {'a', 'b', 'c'};
  strcpy(b, "hello");
  puts(b);
  fputs(b, stdout);
  printf("%s %d %.3s %.*s %5.1f %p\n", b, 3, open, 2, open, 2.5, (void *)b);
  fprintf(stderr, "%s%%%c\n", "text", b[0]);
  fwrite(open, 1, sizeof open, stdout);
  return 0;
}
