/* SPDX-License-Identifier: MIT
 *
 * Pointers that a loop makes NULL, or does not.
 * What is called good_ is proved, what is called bad_ is not (tests/scan/run).
 */
#include <stdlib.h>
#include <string.h>
struct node {
  struct node *next;
  int id;
  char *text;
};
struct pos {
  char *at;
  char *end;
  int n;
};
char *src;
struct node *all;
static char *skip(char *p) {
  while (*p == ' ') p++;
  return p;
}
static char *maybe_skip(char *p) {
  return *p == 'x' ? NULL : p + 1;
}
static char *find(char *p, int c);
static char *find(char *p, int c) {
  for (; *p; p++)
    if (*p == c) return p;
  return NULL;
}
int good_some(char *s, int n) {
  while (*s) {
    if (*s == n) s++;
    s++;
  }
  return *s;
}
int good_skip(char *s) {
  int n = 0;
  while (*s) {
    s = skip(s);
    if (*s) s++;
    n++;
  }
  return n;
}
int bad_skip(char *s) {
  int n = 0;
  while (*s) {
    s = maybe_skip(s);
    n++;
  }
  return n;
}
int good_find(char *s) {
  int n = 0;
  for (;;) {
    char *t = find(s, ',');
    if (!t) break;
    s = t + 1;
    n++;
  }
  return n + *s;
}
int bad_find(char *s) {
  int n = 0;
  while (n < 4) {
    char *t = find(s, ',');
    s = t;
    n++;
    n += *s;
  }
  return n;
}
int bad_find2(char *s) {
  int n = 0;
  while (n < 4) {
    char *t = find(s, ',');
    if (!t && n == 3) break;
    s = t;
    n++;
  }
  return *s;
}
int bad_cell(struct pos *p) {
  int n = 0;
  while (n < p->n) {
    if (*p->at == ' ') n++;
    p->at++;
    if (n == 7) p->at = NULL;
  }
  return *p->at + n;
}
int bad_cell_call(struct pos *p) {
  int n = 0;
  while (n < p->n) {
    if (*p->at == ' ') n++;
    p->at++;
    p->at = find(p->at, n);
    if (n > 3) break;
  }
  return *p->at + n;
}
int bad_alias(struct pos *p, char **q) {
  int n = 0;
  while (n < p->n) {
    n += *p->at;
    p->at++;
    *q = NULL;
  }
  return *p->at;
}
int bad_chars(struct pos *p, char *q) {
  int n = 0;
  while (n < p->n) {
    n += *p->at;
    p->at++;
    *q++ = 0;
  }
  return *p->at;
}
int bad_list(struct node *l) {
  while (l->id != 3) l = l->next;
  return l->id;
}
int bad_list2(struct node *l, int k) {
  struct node *p = l;
  while (k--) {
    p = p->next;
    if (!p && k) return 0;
  }
  return p->id;
}
int good_list(struct node *l, int k) {
  struct node *p = l;
  while (k--) {
    p = p->next;
    if (!p) return 0;
  }
  return p->id;
}
int good_list2(struct node *l, int k) {
  struct node *p = l, *q = l;
  while (k-- > 0 && p->next) {
    q = p;
    p = p->next;
  }
  return p->id + q->id;
}
int bad_swap(struct node *l, int k) {
  struct node *p = l, *q = NULL;
  while (k--) {
    struct node *t = p;
    p = q;
    q = t;
  }
  return p->id;
}
int good_swap(struct node *l, struct node *m, int k) {
  struct node *p = l, *q = m;
  while (k--) {
    struct node *t = p;
    p = q;
    q = t;
  }
  return p->id;
}
int bad_init(struct node *l, int k) {
  struct node *p = NULL;
  for (int i = 0; i < k; i++) p = l;
  return p->id;
}
int good_last(struct node *l) {
  struct node *p = l;
  while (p->next != NULL) p = p->next;
  return p->id;
}
int bad_last(struct node *l) {
  struct node *p = l;
  do {
    p = p->next;
  } while (p != NULL);
  return p->id;
}
int bad_or(struct node *l, int k) {
  struct node *p = l;
  while (k--) {
    p = p->next;
    if (!p && k > 4) return 0;
  }
  return p->id;
}
int good_and(struct node *l, int k) {
  struct node *p = l;
  while (k--) {
    p = p->next;
    if (!p || k > 4) return 0;
  }
  return p->id;
}
int bad_and(struct node *l, int k) {
  struct node *p = l;
  while (k--) {
    p = p->next;
    if (p || k > 4) continue;
  }
  return p->id;
}
int bad_between(struct node *l, int k) {
  struct node *p = l;
  while (k--) {
    if (l->next) {
      p = l->next;
    } else {
      p = l->next;
      if (k == 2) p = p;
    }
  }
  return p->id;
}
int good_between(struct node *l, int k) {
  struct node *p = l;
  while (k--) {
    struct node *t = l->next;
    if (t) {
      p = t;
    }
  }
  return p->id;
}
int bad_reload(struct node *l, int k) {
  struct node *p = l;
  while (k--) {
    if (l->next) {
      l->id++;
      l = l->next;
      p = l->next;
    }
  }
  return p->id;
}
int good_inner(char *s, int k) {
  while (k--) {
    while (*s && *s != k) s++;
    if (*s) s++;
  }
  return *s;
}
int bad_inner(char *s, int k) {
  while (k--) {
    while (*s && *s != k) s++;
    if (k == 5) s = NULL;
  }
  return *s;
}
int bad_inner2(char *s, int k) {
  char *t = s;
  while (k--) {
    for (int i = 0; i < 3; i++) {
      t = s;
      s = i == k ? NULL : src;
    }
    if (!s) s = t;
  }
  return *t;
}
int good_select(char *s, char *t, int k) {
  while (k--) s = k & 1 ? s + 1 : t;
  return *s;
}
int bad_select(char *s, char *t, int k) {
  if (t) k++;
  while (k--) s = k & 1 ? s + 1 : t;
  return *s;
}
int bad_local(int k) {
  char buf[4] = "", *p = buf;
  char **pp = &p;
  while (k--) {
    *pp = k == 3 ? NULL : buf;
  }
  return *p;
}
int good_local(int k) {
  char buf[40] = "", *p = buf;
  char **pp = &p;
  while (k--) {
    ++*pp;
  }
  return *p;
}
static void set(char **p) {
  *p = NULL;
}
int bad_set(int k) {
  char buf[4] = "", *p = buf;
  while (k--) {
    if (k == 2) set(&p);
  }
  return *p;
}
int bad_copy(struct pos *p, struct pos *q, int k) {
  while (k--) {
    p->at++;
    *p = *q;
  }
  return q->at ? 0 : *p->at;
}
int bad_memset(struct pos *p, int k) {
  while (k--) {
    (*p->at)++;
    p->at++;
    if (k == 1) memset(p, 0, sizeof *p);
  }
  return *p->at;
}
union u {
  char *p;
  long n;
};
int bad_union(union u *a, int k) {
  while (k--) {
    *a->p = 1;
    a->p++;
    if (k == 1) a->n = 0;
  }
  return *a->p;
}
int bad_array(char **v, int k) {
  for (int i = 0; i < k; i++) v[i] = NULL;
  return *v[0];
}
int bad_array2(struct pos *v, int k) {
  *v->at = 1;
  for (int i = 0; i < k; i++) v[i].at = NULL;
  return *v->at;
}
int bad_struct_alias(struct pos *a, struct pos *b, int k) {
  *a->at = 1;
  while (k--) {
    b->at = NULL;
  }
  return *a->at;
}
int bad_goto(char *s, int k) {
  char *t = s;
  if (k & 1) goto in;
again:
  t = src;
in:
  if (k-- > 0) {
    s = t;
    if (k == 9) t = NULL;
    goto again;
  }
  return *t + *s;
}
int bad_switch(char *s, int k) {
  while (k--) {
    switch (*s) {
    case 1: s = NULL; break;
    case 2: s++;
    default:;
    }
    if (k == 1) return *s;
    if (!s) s = src;
  }
  return 0;
}
int good_guard(char *s, int k) {
  while (k--) {
    char *t = find(s, k);
    s = t;
  n:
    if (!s) return 1;
    if (*s == 3) {
      s++;
      goto n;
    }
  }
  return *s;
}
int bad_reread(struct node *l, struct node *m) {
  struct node *p = l;
  while (p->next != NULL) {
    m->next = NULL;
    p = p->next;
  }
  return p->id;
}
/* Who has no body changes only what it is given, by premise. */
void touch(void);
int good_untouched(struct node *l) {
  struct node *p = l;
  while (p->next != NULL) {
    touch();
    p = p->next;
  }
  return p->id;
}
void touch_it(struct node *n);
int bad_reread2(struct node *l) {
  struct node *p = l;
  while (p->next != NULL) {
    touch_it(p);
    p = p->next;
  }
  return p->id;
}
int bad_reread3(struct node *l) {
  struct node *p = l;
  while (p->next != NULL) {
    p = p->next;
    p = p->next;
  }
  return p->id;
}
int bad_reread4(struct node *l, int k) {
  struct node *p = l;
  while (k--) {
    if (p->next != NULL) k--;
    p = p->next;
  }
  return p->id;
}
int bad_reread5(struct node *l, int k) {
  struct node *p = l, *q = l;
  while (k--) {
    if (q->next != NULL) {
      q = p;
      p = p->next;
    }
  }
  return p->id;
}
int good_reread(struct node *l) {
  int n = 0;
  struct node *p = l;
  while (p->next) {
    if (p->next->next) n++;
    p = p->next;
  }
  return p->id + n;
}
int bad_volatile(struct node *l) {
  struct node *p = l;
  while (*(struct node *volatile *)&p->next) {
    p = *(struct node *volatile *)&p->next;
  }
  return p->id;
}
int bad_land(struct node *l, int k) {
  struct node *p = l;
  while (k-- > 0 || p->next) {
    p = p->next;
  }
  return p->id;
}
int bad_land2(struct node *l, int k) {
  struct node *p = l;
  while (k-- > 0 && (p->next || k == 3)) {
    p = p->next;
  }
  return p->id;
}
int bad_land3(struct node *l, int k) {
  struct node *p = l;
  int c = 1;
  while (c) {
    c = k-- > 0 && p->next;
    p = p->next;
  }
  return p->id;
}
int bad_land4(struct node *l, int k) {
  struct node *p = l, *q = l;
  int c = k > 3 && p->next;
  while (k--) {
    if (c) q = p->next;
    p = l;
    l = all;
  }
  return q->id + p->id;
}
int bad_land5(struct node *l, int k) {
  struct node *p = l, *q = l;
  int c;
  while (k--) {
    c = q->next && p->next;
    q = l;
    p = all;
    if (c) {
      q = p->next;
    }
  }
  return q->id;
}
int bad_stale(struct node *l, int k) {
  struct node *p = l;
  int c = 0;
  while (k--) {
    struct node *v = find(l->text, k) ? l->next : all;
    if (c) p = v;
    c = v != NULL;
    l = all;
  }
  return p->id;
}
int bad_stale2(struct node *l, int k) {
  struct node *p = l;
  int c = 0;
  while (k--) {
    struct node *v = p->next;
    if (c) {
      p = v;
    }
    c = v != NULL;
    if (!p) return 0;
    p = all;
  }
  return p->id;
}
int bad_stale3(struct node *l, int k) {
  struct node *p = l, *q = l;
  int c = 0;
  while (k--) {
    struct node *v = q->next;
    if (c) {
      p = v;
    }
    c = v != NULL && k > 2;
    q = all;
  }
  return p->id;
}
int bad_stale4(struct node *l, int k) {
  struct node *p = l, *q = l, *v = l;
  while (k--) {
    int c = v != NULL;
    v = q->next;
    if (c) {
      p = v;
    }
    q = all;
  }
  return p->id;
}
int bad_stale5(struct node *l, int k) {
  struct node *p = l;
  int c = 0;
  while (k--) {
    if (c) p = l->next;
    c = l->next != NULL;
    l = all;
  }
  return p->id;
}

/* A weak name may be defined nowhere. */
extern int weak_number __attribute__((weak));
extern int weak_function(void) __attribute__((weak));
int bad_weak_number(int *p) {
  int *found = &weak_number;
  if (!found) p = 0;
  return *p;
}
int bad_weak_function(int *p) {
  if (!weak_function) p = 0;
  return *p;
}
/* What is counted is in the list. */
extern int more(void);
#define COUNTED(name, is_there)                                                \
  char **name(void) {                                                          \
    char **list = NULL;                                                        \
    int n = 0;                                                                 \
    while (more()) {                                                           \
      list =                                                                   \
          list ? realloc(list, sizeof *list * (n + 1)) : malloc(sizeof *list); \
      if (!list) return NULL;                                                  \
      list[n++] = NULL;                                                        \
    }                                                                          \
    if (is_there) list[0] = NULL;                                              \
    return list;                                                               \
  }
char **good_counted(void);
char **bad_counted(void);
COUNTED(good_counted, n > 0)
COUNTED(bad_counted, n >= 0)
