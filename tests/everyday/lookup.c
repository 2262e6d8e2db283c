/* A table of settings; a name that is not there is followed. */
#include <stdio.h>
#include <string.h>

struct setting {
  const char *name;
  int value;
};

static const struct setting settings[] = {
    {"width", 80}, {"height", 24}, {"depth", 8}};

static const struct setting *find(const char *name) {
  for (unsigned i = 0; i < sizeof settings / sizeof *settings; i++)
    if (strcmp(settings[i].name, name) == 0) return &settings[i];
  return NULL;
}

int main(void) {
  int area = find("width")->value * find("height")->value;
  int depth = find("colour")->value; /* BUG */
  printf("%d %d\n", area, depth);
  return 0;
}
