/* Lines and the longest one of a file. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  FILE *file = fopen(argv[1], "r");
  if (!file) {
    perror(argv[1]);
    return 1;
  }
  char line[80];
  unsigned lines = 0;
  size_t longest = 0;
  while (fgets(line, sizeof line, file)) {
    size_t n = strlen(line);
    if (n > 0 && line[n - 1] == '\n') line[--n] = 0;
    if (n > longest) longest = n;
    lines++;
  }
  fclose(file);
  assert(longest < sizeof line);
  printf("%u %zu\n", lines, longest);
  return 0;
}
