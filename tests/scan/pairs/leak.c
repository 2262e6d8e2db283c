/* SPDX-License-Identifier: MIT
 *
 * Pairs for the check 'leak', see bounds.c. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

int never_bad(int n) {
  int *p = malloc(8);
  if (!p) return 0;
  p[0] = n;
  return p[0] + 1;
}
int never_good(int n) {
  int *p = malloc(8);
  if (!p) return 0;
  p[0] = n;
  n = p[0] + 1;
  free(p);
  return n;
}

int early_bad(int n) {
  char *p = malloc(16);
  if (n < 0) return -2;
  p[0] = (char)n;
  n = p[0];
  free(p);
  return n;
}
int early_good(int n) {
  char *p = malloc(16);
  if (!p) return -1;
  if (n < 0) {
    free(p);
    return -2;
  }
  p[0] = (char)n;
  n = p[0];
  free(p);
  return n;
}

size_t copy_bad(const char *s) {
  char *p = strdup(s);
  if (!p) return 0;
  return strlen(p);
}
size_t copy_good(const char *s) {
  char *p = strdup(s);
  if (!p) return 0;
  size_t n = strlen(p);
  free(p);
  return n;
}

int overwritten_bad(int n) {
  char *p = malloc(4);
  if (n) p = malloc(8);
  free(p);
  return n;
}
int overwritten_good(int n) {
  char *p = malloc(4);
  if (n) {
    free(p);
    p = malloc(8);
  }
  free(p);
  return n;
}

int grown_bad(size_t n) {
  char *p = malloc(n);
  p = realloc(p, n + 10);
  return p != NULL;
}
int grown_good(size_t n) {
  char *p = malloc(n);
  p = realloc(p, n + 10);
  free(p);
  return p != NULL;
}

int file_bad(const char *name) {
  char *line = malloc(100);
  FILE *f = fopen(name, "r");
  if (!f) return -1;
  int c = fgets(line, 100, f) != NULL ? line[0] : 0;
  fclose(f);
  free(line);
  return c;
}
int file_good(const char *name) {
  char *line = malloc(100);
  FILE *f = fopen(name, "r");
  if (!f) {
    free(line);
    return -1;
  }
  int c = fgets(line, 100, f) != NULL ? line[0] : 0;
  fclose(f);
  free(line);
  return c;
}

static int *make(int n) {
  int *p = malloc(sizeof *p);
  if (p) *p = n;
  return p;
}
int made_bad(int n) {
  int *p = make(n);
  return p ? *p : 0;
}
int made_good(int n) {
  int *p = make(n), r = p ? *p : 0;
  free(p);
  return r;
}

static void drop(int *p) {
  free(p);
}
int callee_bad(int n) {
  int *p = make(n);
  if (!p) return 0;
  if (n > 3) drop(p);
  return n;
}
int callee_good(int n) {
  int *p = make(n);
  if (!p) return 0;
  drop(p);
  return n;
}

struct node {
  struct node *next;
  int value;
};
/* One is kept by the caller's list, the other is lost. */
int listed_bad(struct node **list, int n) {
  struct node *a = malloc(sizeof *a);
  int *b = malloc(sizeof *b);
  *b = n;
  a->value = *b;
  a->next = *list;
  *list = a;
  if (n == 7) return 0;
  free(b);
  return 1;
}
int listed_good(struct node **list, int n) {
  struct node *a = malloc(sizeof *a);
  int *b = malloc(sizeof *b);
  *b = n;
  a->value = *b;
  free(b);
  a->next = *list;
  *list = a;
  return 1;
}

int chosen_bad(int kind) {
  char *p = NULL;
  switch (kind) {
  case 1: p = malloc(10); break;
  case 2: p = malloc(20); break;
  default: break;
  }
  if (kind == 2) free(p);
  return kind;
}
int chosen_good(int kind) {
  char *p = NULL;
  switch (kind) {
  case 1: p = malloc(10); break;
  case 2: p = malloc(20); break;
  default: break;
  }
  free(p);
  return kind;
}

/* What is returned is not what is freed. */
static char *behind_header(void) {
  char *p = malloc(20);
  return p ? p + 4 : NULL;
}
int header_good(void) {
  char *p = behind_header();
  if (p) free(p - 4);
  return 0;
}

int small_good(size_t n) {
  char here[8], *p = n > sizeof here ? malloc(n) : here;
  memset(p, 0, n);
  if (p != here) free(p);
  return 0;
}

/* Given away on one way, lost on another. */
struct kept {
  char *text;
};
char *returned_bad(int n) {
  char *p = malloc(10);
  if (n < 0) return NULL;
  p[0] = 1;
  return p;
}
char *returned_good(int n) {
  char *p = malloc(10);
  if (n < 0) {
    free(p);
    return NULL;
  }
  p[0] = 1;
  return p;
}
int stored_bad(struct kept *to, int n) {
  char *p = strdup("text");
  if (n < 0) return -1;
  to->text = p;
  return 0;
}
int stored_good(struct kept *to, int n) {
  char *p = strdup("text");
  if (n < 0) {
    free(p);
    return -1;
  }
  to->text = p;
  return 0;
}
char *either_bad(int n) {
  char *a = malloc(5), *b = malloc(6);
  if (n) return b;
  free(b);
  return a;
}
char *either_good(int n) {
  char *a = malloc(5), *b = malloc(6);
  if (n) {
    free(a);
    return b;
  }
  free(b);
  return a;
}
char *moved_good(void) {
  char *p = malloc(10);
  return p + 1;
}
static struct kept kept_by_all;
static int keeps_some(char *p, int n) {
  if (n < 3) return 0;
  kept_by_all.text = p;
  return 1;
}
int handed_good(int n) {
  char *p = malloc(10);
  return keeps_some(p, n);
}

/* The library looks at it, and keeps nothing. */
char *looked_at_bad(int n) {
  char *p = malloc(100);
  strcpy(p, "text");
  printf("%s\n", p);
  if (n) return NULL;
  return p;
}
char *looked_at_good(int n) {
  char *p = malloc(100);
  strcpy(p, "text");
  printf("%s\n", p);
  if (n) {
    free(p);
    return NULL;
  }
  return p;
}
char *copied_good(void) {
  char *p = malloc(100);
  return strcpy(p, "text");
}

/* In members of a local. */
struct several {
  char *a, *b;
};
int members_bad(int n) {
  struct several s = {malloc(4), malloc(5)};
  free(s.a);
  if (n) return 1;
  free(s.b);
  return 0;
}
int members_good(int n) {
  struct several s = {malloc(4), malloc(5)};
  free(s.a);
  if (n) {
    free(s.b);
    return 1;
  }
  free(s.b);
  return 0;
}
struct several value_good(void) {
  struct several s = {malloc(4), malloc(5)};
  return s;
}

/* Streams and directories are closed. */
int stream_bad(const char *name) {
  char line[9];
  FILE *f = fopen(name, "r");
  if (!f) return 1;
  if (!fgets(line, sizeof line, f)) return 2;
  return fclose(f);
}
int stream_good(const char *name) {
  char line[9];
  FILE *f = fopen(name, "r");
  if (!f) return 1;
  if (!fgets(line, sizeof line, f)) {
    fclose(f);
    return 2;
  }
  return fclose(f);
}
int directory_bad(const char *name, int n) {
  DIR *d = opendir(name);
  if (!d) return 1;
  if (n) return 2;
  return closedir(d);
}
int directory_good(const char *name, int n) {
  DIR *d = opendir(name);
  if (!d) return 1;
  if (n) readdir(d);
  return closedir(d);
}

/* A struct that comes back in registers. */
struct tagged {
  char kind;
  short n;
  int size;
  char *at;
};
struct tagged tagged_good(int n) {
  struct tagged t = {1, 2, n, malloc(4)};
  return t;
}

/* A stream that is one of several. */
int either_stream_bad(const char *name, int n) {
  FILE *f = stdin;
  if (name[0] != '-' && !(f = fopen(name, "r"))) return 0;
  if (n > 3) return 1;
  fclose(f);
  return 2;
}
int either_stream_good(const char *name, int n) {
  FILE *f = stdin;
  if (name[0] != '-' && !(f = fopen(name, "r"))) return 0;
  if (n > 3) n = fgetc(f);
  fclose(f);
  return n;
}
int perhaps_good(const char *name, int n) {
  FILE *f = NULL;
  if (n != 7 && !(f = popen(name, "r"))) return 0;
  if (f) pclose(f);
  return 2;
}

/* What a function returns and keeps as well is not the caller's to free. */
struct link {
  struct link *next;
  int n;
};
static struct link *links;
static struct link *keep_link(int n) {
  struct link *l = malloc(sizeof *l);
  if (!l) return NULL;
  l->n = n;
  l->next = links;
  links = l;
  return l;
}
static struct link *give_link(int n) {
  struct link *l = malloc(sizeof *l);
  if (!l) return NULL;
  l->n = n;
  l->next = links;
  return l;
}
int kept_good(int n) {
  struct link *l = keep_link(n);
  if (!l || n > 3) return -1;
  return l->n;
}
int kept_bad(int n) {
  struct link *l = give_link(n);
  if (!l || n > 3) return -1;
  links = l;
  return l->n;
}

/* What a function of the library was given may be what it gives back. */
wchar_t *wide_good(const wchar_t *from) {
  wchar_t *to = malloc(10 * sizeof *to);
  return to ? wmemcpy(to, from, 10) : NULL;
}
wchar_t *wide_set_good(void) {
  wchar_t *to = malloc(10 * sizeof *to);
  return to ? wmemset(to, 0, 10) : NULL;
}
int wide_bad(const wchar_t *from) {
  wchar_t *to = malloc(10 * sizeof *to);
  return to ? wmemcpy(to, from, 10)[0] : 0;
}

/* Along a text, by way of a local that the library moves. */
int along_good(const char *s, int n) {
  char *all = strdup(s), *at = all, *part;
  if (!all) return -1;
  while ((part = strsep(&at, ","))) n += part[0] == 'x';
  free(all);
  return n;
}
int along_bad(const char *s, int n) {
  char *all = strdup(s), *at = all, *part;
  if (!all) return -1;
  if (n > 3) return 3;
  while ((part = strsep(&at, ","))) n += part[0] == 'x';
  free(all);
  return n;
}
/* A part of it is kept, and so all of it. */
static char *kept_part;
int along_part_good(const char *s) {
  char *at = strdup(s);
  if (!at) return -1;
  kept_part = strsep(&at, ",");
  return 0;
}

/* Compared with a pointer into the same object, and as a number. */
int walked_good(size_t n) {
  char *all = calloc(n, 1), *at = all;
  if (!all) return -1;
  while (at < all + n) *at++ = 1;
  size_t gone = (size_t)(at - all);
  free(all);
  return gone == n;
}
int walked_bad(size_t n) {
  char *all = calloc(n, 1), *at = all;
  if (!all) return -1;
  if (((size_t)all & 7) != 0) return -2;
  while (at < all + n) *at++ = 1;
  free(all);
  return 0;
}
/* One that may be another object is freed if it is none. */
int room_good(size_t n) {
  char few[8], *all = n > 8 ? malloc(n) : few;
  if (!all) return -1;
  all[0] = 1;
  if (all != few) free(all);
  return 0;
}
/* Its number is kept. */
static size_t kept_number;
int number_good(void) {
  char *all = malloc(8);
  kept_number = (size_t)all;
  return 0;
}

/* Who makes the object asks others on the way. */
int may_begin(int n);
static char *begin(int n) {
  if (may_begin(n)) return NULL;
  return malloc(8);
}
int begun_bad(int n) {
  char *p = begin(n);
  if (!p) return -1;
  if (may_begin(n + 1)) return -2;
  free(p);
  return 0;
}
int begun_good(int n) {
  char *p = begin(n);
  if (!p) return -1;
  if (may_begin(n + 1)) n = 3;
  free(p);
  return n;
}
/* Who is given it may be the last one to hold it, or not. */
int is_last(void *p);
static void let_go(char *p) {
  if (is_last(p)) free(p);
}
int dropped_good(int n) {
  char *p = malloc(8);
  if (!p) return -1;
  p[0] = (char)n;
  let_go(p);
  return n;
}

/* Made in a loop: the one made last is lost.  Of those before nothing is said.
 */
int in_round_bad(int n) {
  for (int i = 0; i < n; i++) {
    char *p = malloc(10);
    if (!p) return 1;
    p[0] = (char)i;
    if (may_begin(i)) return 2;
    free(p);
  }
  return 0;
}
int in_round_good(int n) {
  for (int i = 0; i < n; i++) {
    char *p = malloc(10);
    if (!p) return 1;
    p[0] = (char)i;
    if (may_begin(i)) n = 2;
    free(p);
  }
  return 0;
}
struct link *chain_good(int n) {
  struct link *first = NULL, *last = NULL;
  for (int i = 0; i < n; i++) {
    struct link *l = malloc(sizeof *l);
    if (!l) break;
    l->n = i;
    l->next = NULL;
    if (first)
      last->next = l;
    else
      first = l;
    last = l;
  }
  return first;
}
int parts_good(void) {
  char *parts[10];
  for (int i = 0; i < 10; i++) parts[i] = strdup("part");
  for (int i = 0; i < 10; i++) free(parts[i]);
  return 0;
}

/* Lost when the round ends, or known to the next one. */
int round_bad(int n) {
  for (int i = 0; i < n; i++) {
    char *p = malloc(10);
    if (!p) return 1;
    p[0] = (char)i;
    if (may_begin(i)) continue;
    free(p);
  }
  return 0;
}
int round_good(int n) {
  for (int i = 0; i < n; i++) {
    char *p = malloc(10);
    if (!p) return 1;
    p[0] = (char)i;
    if (may_begin(i)) {
      free(p);
      continue;
    }
    free(p);
  }
  return 0;
}
int previous_good(int n) {
  char *last = NULL;
  while (may_begin(n)) {
    char *line = strdup("line");
    if (!line) break;
    free(last);
    last = line;
  }
  free(last);
  return n;
}
int left_good(int n) {
  char *p;
  for (;;) {
    p = malloc(4);
    if (!p) return 1;
    if (may_begin(n)) break;
    free(p);
  }
  p[0] = 1;
  n = p[0];
  free(p);
  return n;
}
