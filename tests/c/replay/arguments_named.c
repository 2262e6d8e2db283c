// property: valid-deref
// expect: false
// says: words = &argv\[1\]
// guards: arguments of main are called by their names in a counterexample
#include <stdlib.h>
static char *first_letters(int n, char **words) {
  char *text = malloc((size_t)n);
  for (int i = 0; i < n; i++) text[i] = words[i][0];
  text[n] = '\0';
  return text;
}
int main(int argc, char **argv) {
  if (argc < 2) return 0;
  char *text = first_letters(argc - 1, argv + 1);
  int c = text[0];
  free(text);
  return c;
}
