/* The name of a month; December is one too far. */
#include <stdio.h>
#include <stdlib.h>

static const char *const names[] = {"January", "February", "March",
                                    "April",   "May",      "June",
                                    "July",    "August",   "September",
                                    "October", "November", "December"};

int main(int argc, char **argv) {
  if (argc < 2) return 1;
  int month = atoi(argv[1]);
  if (month < 1 || month > 12) return 1;
  const char *name = names[month]; /* BUG */
  puts(name);
  return 0;
}
