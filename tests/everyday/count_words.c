/* wc: lines, words and characters of a file. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

struct counts {
  unsigned long lines;
  unsigned long words;
  unsigned long chars;
};

static void count(FILE *in, struct counts *c) {
  int ch;
  int in_word = 0;

  while ((ch = getc(in)) != EOF) {
    c->chars++;
    if (ch == '\n')
      c->lines++;
    if (isspace(ch)) {
      in_word = 0;
    } else if (!in_word) {
      in_word = 1;
      c->words++;
    }
  }
}

int main(int argc, char **argv) {
  struct counts total = {0, 0, 0};
  FILE *in = stdin;

  if (argc > 1) {
    in = fopen(argv[1], "r");
    if (in == NULL) {
      perror(argv[1]);
      return EXIT_FAILURE;
    }
  }
  count(in, &total);
  if (in != stdin)
    fclose(in);
  printf("%lu %lu %lu\n", total.lines, total.words, total.chars);
  return EXIT_SUCCESS;
}
