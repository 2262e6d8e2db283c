/* A command line with a table of functions: "add 3 4", "neg 5", "quit". */
#include <limits.h>
#include <stdio.h>
#include <string.h>

typedef int (*handler)(int a, int b);

static int add(int a, int b) {
  if ((b > 0 && a > INT_MAX - b) || (b < 0 && a < INT_MIN - b))
    return 0;
  return a + b;
}

static int neg(int a, int b) {
  (void)b;
  return -a; /* BUG */
}

static int max(int a, int b) { return a > b ? a : b; }

static const struct command {
  const char *name;
  handler run;
} commands[] = {{"add", add}, {"neg", neg}, {"max", max}};

static handler find(const char *name) {
  for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
    if (strcmp(name, commands[i].name) == 0)
      return commands[i].run;
  return NULL;
}

int main(void) {
  char line[80], name[16];
  while (fgets(line, sizeof line, stdin)) {
    int a = 0, b = 0;
    if (sscanf(line, "%15s %d %d", name, &a, &b) < 1)
      continue;
    if (strcmp(name, "quit") == 0)
      break;
    handler h = find(name);
    if (h == NULL)
      printf("unknown command %s\n", name);
    else
      printf("%d\n", h(a, b));
  }
  return 0;
}
