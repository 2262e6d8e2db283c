/* Options of a command line. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

struct options {
  bool verbose;
  const char *output;
  int n_files;
};

static bool parse(struct options *o, int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "-v") == 0) {
      o->verbose = true;
    } else if (strcmp(argv[i], "-o") == 0) {
      if (i + 1 == argc) return false;
      o->output = argv[++i];
    } else {
      o->n_files++;
    }
  }
  return o->n_files > 0;
}

int main(int argc, char **argv) {
  struct options o = {false, "a.out", 0};
  if (!parse(&o, argc, argv)) {
    fprintf(stderr, "usage: link [-v] [-o FILE] FILE...\n");
    return 1;
  }
  if (o.verbose) printf("%d files to %s\n", o.n_files, o.output);
  return 0;
}
