/* SPDX-License-Identifier: MIT
 *
 * What a loop frees when it is left, and no round before.
 * What is called good_ is proved, what is called bad_ is not (tests/scan/run).
 */
#include <stdlib.h>
#include <string.h>
extern int more(void);
struct list {
  int n;
  char *names[8];
};
struct list *bad_goes_on(void) {
  struct list *l = malloc(sizeof *l);
  if (!l) return NULL;
  for (l->n = 0; more(); l->n++) {
    if (l->n == 8) {
      free(l);
      break;
    }
    l->names[0] = NULL;
  }
  l->names[1] = NULL;
  return l;
}
struct list *bad_next_round(void) {
  struct list *l = malloc(sizeof *l);
  int is_done = 0;
  if (!l) return NULL;
  while (more()) {
    l->names[0] = NULL;
    if (is_done) free(l);
    is_done = more();
  }
  return NULL;
}
#define FLAG(name, what)                                                       \
  int name(void) {                                                             \
    struct list *l = malloc(sizeof *l);                                        \
    int is_done = 0;                                                           \
    if (!l) return 0;                                                          \
    l->n = 0;                                                                  \
    while (more()) {                                                           \
      if (is_done || !more()) continue;                                        \
      free(l);                                                                 \
      is_done = (what);                                                        \
    }                                                                          \
    return is_done ? 0 : l->n;                                                 \
  }
int good_flag(void);
int bad_flag(void);
FLAG(good_flag, 1)
FLAG(bad_flag, more())
