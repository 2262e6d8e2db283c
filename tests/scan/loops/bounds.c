/* SPDX-License-Identifier: MIT
 *
 * Members of what a pointer may lead to, one of several.
 * What is called good_ is proved, what is called bad_ is not (tests/scan/run).
 */
#include <stdlib.h>
#include <string.h>
struct in {
  int x, y;
};
struct job {
  struct job *next;
  int id;
  struct in r;
  char body[8];
};
struct small {
  int x;
};
struct job *all;
struct job *table[7];
struct job global_job;
extern struct job *outside(int);
struct job *walk;
static struct job *find(int id) {
  struct job *j = table[id % 7 < 0 ? 0 : id % 7];
  while (j && j->id != id) j = j->next;
  return j;
}
static struct job *make(void) {
  struct job *j = malloc(sizeof *j);
  if (!j) exit(1);
  return j;
}
static struct job *make_small(void) {
  struct job *j = malloc(8);
  if (!j) exit(1);
  return j;
}
static struct job *step(struct job *j) {
  return j + 1;
}
static void advance(struct job **j) {
  ++*j;
}
void good_find(int id) {
  struct job *j = find(id);
  if (!j) j = make();
  j->r.y = 1;
}
void bad_find(int id) {
  struct job *j = find(id);
  if (!j) j = make_small();
  j->r.y = 1;
}
void good_choice(struct job *p, int c) {
  struct job here = {0};
  struct job *j = c ? p : &here;
  j->r.y = 1;
}
void bad_choice(struct job *p, int c) {
  struct small here = {0};
  struct job *j = c ? p : (struct job *)&here;
  j->r.y = 1;
}
int good_list(int c) {
  struct job here = {0}, *j = &here;
  if (c) j = all;
  for (; j; j = j->next) j->r.y = c;
  return here.id;
}
int bad_list(int c) {
  struct small here = {0};
  struct job *j = (struct job *)&here;
  if (c) j = all;
  for (; c--; j = all) j->r.y = c;
  return here.x;
}
int bad_list_late(int c) {
  struct small here = {0};
  struct job *j = all;
  while (c--) {
    j->r.y = c;
    j = c == 3 ? (struct job *)&here : all;
  }
  return here.x;
}
int bad_list_twice(int c) {
  struct small here = {0};
  struct job *j = all, *k = (struct job *)&here;
  while (c--) {
    j->r.y = c;
    j = k;
    k = all;
  }
  return here.x;
}
int bad_walk(int n) {
  struct job here[4];
  memset(here, 0, sizeof here);
  struct job *j = here;
  for (int i = 0; i < n; i++, j++) j->r.y = i;
  return here[0].id;
}
int bad_walk_some(int n) {
  struct job here[4];
  memset(here, 0, sizeof here);
  struct job *j = here;
  for (int i = 0; i < n; i++) {
    j->r.y = i;
    if (i & 1) j = j + 1;
  }
  return here[0].id;
}
int bad_walk_call(int n) {
  struct job here[4];
  memset(here, 0, sizeof here);
  struct job *j = here;
  for (int i = 0; i < n; i++) {
    j->r.y = i;
    j = step(j);
  }
  return here[0].id;
}
int bad_walk_behind(int n) {
  struct job here[4];
  memset(here, 0, sizeof here);
  struct job *j = here;
  while (n-- > 0) j++;
  j->r.y = 1;
  return here[0].id;
}
int bad_walk_choice(int n, struct job *q) {
  struct job here[4];
  memset(here, 0, sizeof here);
  struct job *j = n & 1 ? q : here;
  while (n-- > 0) {
    j->r.y = 1;
    j = n & 2 ? q : j + 1;
  }
  return here[0].id;
}
int bad_next(int c) {
  struct job here = {0}, *j = c ? all : &here;
  (j + 1)->r.y = 1;
  return here.id;
}
int bad_loop_alloc(int n) {
  struct job *j = all;
  while (n--) {
    j->r.y = n;
    j = malloc(8);
    if (!j) return 1;
  }
  return 0;
}
int bad_loop_made(int n) {
  struct job *j = all;
  while (n--) {
    j->r.y = n;
    j = make_small();
  }
  return 0;
}
int good_outside(int n) {
  struct job here = {0}, *j = &here;
  if (n) j = outside(n);
  j->r.y = n;
  return here.id;
}
static struct job *same(struct job *j, int n) {
  while (n--) j->id++;
  return j;
}
static struct job *pick(struct job **a, int n) {
  return a[n];
}
int good_pick(int n) {
  struct job here = {0};
  struct job *a[2] = {all, &here};
  struct job *j = n > 1 ? all : pick(a, n & 1);
  j->r.y = 1;
  return here.id;
}
int bad_cells(int n) {
  struct small here = {0};
  struct job *a[4], *j = all;
  for (int i = 0; i < 4; i++) a[i] = (struct job *)&here;
  if (n == 7)
    j = (struct job *)&here;
  else if (n > 0 && n < 4)
    j = a[n];
  j->r.y = 1;
  return here.x;
}

/* What is a step behind a member is another one. */
struct beside {
  int n, d;
};
void set_beside(struct beside *s) {
  s->n = 1;
  s->d = 5;
}
void step_beside(struct beside *s) {
  int *q = &s->n;
  q[1] = 50;
}
int bad_beside(struct beside *s) {
  static int table[10];
  return table[s->d];
}
/* As many are kept as were looked at, at the most. */
#define FILTERED(name, most)                                                   \
  int name(const int *from, int n) {                                           \
    int kept[64], k = 0;                                                       \
    if (n > (most)) n = (most);                                                \
    for (int i = 0; i < n; i++)                                                \
      if (from[i] > 3) kept[k++] = from[i];                                    \
    return k ? kept[k - 1] : 0;                                                \
  }
int good_filtered(const int *from, int n);
int bad_filtered(const int *from, int n);
FILTERED(good_filtered, 64)
FILTERED(bad_filtered, 65)
int bad_filtered_twice(const int *from, int n) {
  int kept[64], k = 0;
  if (n > 64) n = 64;
  for (int i = 0; i < n; i++) {
    if (from[i] > 3) kept[k++] = from[i];
    if (from[i] == 7) kept[k++] = 0;
  }
  return k ? kept[k - 1] : 0;
}
/* The state is one that the tables have rows for, or no row is looked at. */
static const short follow[6] = {1, 2, 3, 4, 5, 0};
static const short too_far[6] = {1, 2, 3, 4, 5, 6};
int good_states(unsigned state, const char *s) {
  if (state >= 6) return 0;
  for (; *s; s++) state = *s == 'a' ? (unsigned)follow[state] : state;
  return follow[state];
}
int bad_states(unsigned state, const char *s) {
  if (state >= 6) return 0;
  for (; *s; s++) state = *s == 'a' ? (unsigned)too_far[state] : state;
  return follow[state];
}
