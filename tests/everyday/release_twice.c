/* An error path frees what the caller frees again. */
#include <stdlib.h>
#include <string.h>

struct message {
  char *text;
  unsigned length;
};

static int fill(struct message *m, const char *text) {
  m->text = malloc(16);
  if (!m->text) return 0;
  m->length = (unsigned)strlen(text);
  if (m->length >= 16) {
    free(m->text);
    return 0;
  }
  memcpy(m->text, text, m->length + 1);
  return 1;
}

int main(void) {
  struct message m = {NULL, 0};
  int good = fill(&m, "a text that is too long for it");
  free(m.text); /* BUG */
  return !good;
}
