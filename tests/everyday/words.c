/* Words of a line, by strtok. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 8 };

static int split(char *line, char *words[MOST]) {
  int n = 0;
  for (char *word = strtok(line, " \t\n"); word && n < MOST;
       word = strtok(NULL, " \t\n"))
    words[n++] = word;
  return n;
}

int main(void) {
  char line[] = "set  speed 12\n";
  char *words[MOST];
  int n = split(line, words);
  assert(n == 3);
  assert(strcmp(words[1], "speed") == 0);
  puts(words[2]);
  return 0;
}
