/* SPDX-License-Identifier: MIT
 *
 * More pairs for the check 'null-deref', see bounds.c: names of files that are
 * NULL, and faults that are told though what loops leave decides. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int next(int);
void use(const char *);

int status_bad(void) {
  struct stat s;
  return stat(getenv("HOME"), &s);
}
int status_good(void) {
  struct stat s;
  const char *home = getenv("HOME");
  return home ? stat(home, &s) : -1;
}
int renamed_bad(const char *from) {
  return rename(from, getenv("TO"));
}
int renamed_good(const char *from) {
  const char *to = getenv("TO");
  return to ? rename(from, to) : -1;
}

/* Who looks behind the use should have looked before. */
struct url {
  char dir[1024], host[1024];
};
static void fill(struct url *u, const char *from) {
  for (int n = 0; next(n); n++) u->dir[n & 1023] = *from++;
}
void looked_late_bad(struct url *u, const char *from) {
  fill(u, from);
  char *end = strrchr(u->dir, '/');
  *end = 0;
  if (end == NULL) use(u->host);
}
void looked_late_good(struct url *u, const char *from) {
  fill(u, from);
  char *end = strrchr(u->dir, '/');
  if (end == NULL)
    use(u->host);
  else
    *end = 0;
}

/* Looked for, and gone on with. */
struct item {
  struct item *next;
  int key, value;
};
struct item *items;
int gone_on_bad(int key) {
  struct item *p = items;
  for (; p; p = p->next)
    if (p->key == key && next(key)) break;
  if (!p) puts("not found");
  return p->value;
}
int gone_on_good(int key) {
  struct item *p = items;
  for (; p; p = p->next)
    if (p->key == key && next(key)) break;
  if (!p) {
    puts("not found");
    return 0;
  }
  return p->value;
}
/* What the loop has found is told by something else that it leaves. */
int flagged_good(int key) {
  struct item *p, *found = NULL;
  int is_found = 0;
  for (p = items; p; p = p->next)
    if (p->key == key && next(key)) {
      found = p;
      is_found = 1;
    }
  if (!found) puts("not found");
  return is_found ? found->value : 0;
}

/* A function of the program says with a NULL that nothing is there, behind
 * loops that go round more often than they are unrolled. */
static const char *kind_of(const char *text) {
  static const char up[] = "UPWARDS.AND.ON", in[] = "INWARDS.AND.ON";
  int i, same;
  for (i = 0, same = 1; i < 15; i++) same = same && text[i] == up[i];
  if (same) return up;
  for (i = 0, same = 1; i < 15; i++) same = same && text[i] == in[i];
  return same ? in : NULL;
}
int kind_bad(const char *text) {
  return strcmp("UPWARDS", kind_of(text)) == 0;
}
int kind_good(const char *text) {
  const char *kind = kind_of(text);
  return kind && strcmp("UPWARDS", kind) == 0;
}

/* The function itself shows that there may be none, and goes on. */
struct peer {
  int number, place;
};
extern struct peer *peers[64];
int doubted_bad(void) {
  int i, sum = 0;
  for (i = 0; i < 40; i++) sum += next(i);
  struct peer *p = peers[sum & 63];
  if (!p) fprintf(stderr, "no peer %d\n", sum);
  p->place = -1;
  return sum;
}
int doubted_good(void) {
  int i, sum = 0;
  for (i = 0; i < 40; i++) sum += next(i);
  struct peer *p = peers[sum & 63];
  if (!p) {
    fprintf(stderr, "no peer %d\n", sum);
    return 0;
  }
  p->place = -1;
  return sum;
}
static void leave(int sum) {
  fprintf(stderr, "no peer %d\n", sum);
  exit(1);
}
int left_good(void) {
  int i, sum = 0;
  for (i = 0; i < 40; i++) sum += next(i);
  struct peer *p = peers[sum & 63];
  if (!p) leave(sum);
  p->place = -1;
  return sum;
}

/* It was NULL before the loop, which need not set it. */
int ended_bad(char *text) {
  int i, n = 0;
  char *end = NULL;
  for (i = 0; i < 40; i++) n += next(i);
  for (; *text; text++) {
    n += next(*text);
    if (*text == ')') end = text;
  }
  *end = 0;
  return n;
}
int ended_good(char *text) {
  int i, n = 0;
  char *end = NULL;
  for (i = 0; i < 40; i++) n += next(i);
  for (; *text; text++) {
    n += next(*text);
    if (*text == ')') end = text;
  }
  if (end) *end = 0;
  return n;
}

/* What decides the way is too much to follow, and does not matter: the result
 * is one that may be NULL for reasons of its own, and nobody looks at it. */
struct node {
  struct node *next;
  int kind, port;
  char *name;
};
static struct node nodes[4];
static int depth_of(const struct node *p) {
  int deepest = next(p->port);
  if (p->next && deepest < depth_of(p->next)) deepest = depth_of(p->next);
  nodes[p->port & 3].kind = deepest;
  return deepest + p->kind;
}
void unlooked_bad(struct node *p, char *to) {
  if (depth_of(p) != p->kind || next(p->port) < depth_of(&nodes[1])) return;
  if (nodes[next(2) & 3].kind == 4) {
    char *home = getenv(p->name);
    memcpy(to, home, 4);
  }
}
void unlooked_good(struct node *p, char *to) {
  if (depth_of(p) != p->kind || next(p->port) < depth_of(&nodes[1])) return;
  if (nodes[next(2) & 3].kind == 4) {
    char *home = getenv(p->name);
    if (home) memcpy(to, home, 4);
  }
}
/* Somebody else looks. */
static const char *must_be(const char *text) {
  if (!text) exit(1);
  return text;
}
void looked_for_good(struct node *p, char *to) {
  if (depth_of(p) != p->kind || next(p->port) < depth_of(&nodes[1])) return;
  if (nodes[next(2) & 3].kind == 4) {
    char *home = getenv(p->name);
    must_be(home);
    memcpy(to, home, 4);
  }
}
/* Kept, and looked at there. */
void kept_good(struct node *p, char *to) {
  if (depth_of(p) != p->kind || next(p->port) < depth_of(&nodes[1])) return;
  p->name = getenv("NAME");
  if (!p->name) return;
  if (nodes[next(2) & 3].kind == 4) memcpy(to, p->name, 4);
}
/* What a search finds nothing for, likewise. */
int searched_bad(struct node *p, const char *line) {
  if (depth_of(p) != p->kind || next(p->port) < depth_of(&nodes[1])) return 0;
  return atoi(strchr(line, '=') + 1);
}
int searched_good(struct node *p, const char *line) {
  if (depth_of(p) != p->kind || next(p->port) < depth_of(&nodes[1])) return 0;
  const char *value = strchr(line, '=');
  return value ? atoi(value + 1) : 0;
}
/* What a function of the program may not have, which most who ask look for. */
static char *find_room(int n) {
  for (struct node *p = nodes; p; p = p->next)
    if (p->kind > n && next(p->kind -= n)) return p->name + p->kind;
  return NULL;
}
static int first_room(void) {
  char *room = find_room(3);
  return room ? room[0] : 0;
}
static int second_room(int n) {
  char *room = find_room(n);
  if (!room) return -1;
  return room[1];
}
int rooms_good(int n) {
  char *room = find_room(n + 1);
  if (depth_of(&nodes[n & 3]) > 3 || !room) return 0;
  room[0] = (char)n;
  return first_room() + second_room(n);
}
int rooms_bad(int n) {
  if (depth_of(&nodes[n & 3]) > 3) return 0;
  char *room = find_room(n + 1);
  room[0] = (char)n;
  return room[1];
}

/* Who asks how far it is has not looked, either. */
struct reply {
  char *text;
  long first;
};
void measured_bad(struct reply *r) {
  for (int n = 0; next(n); n++) r->text[n] = (char)n;
  char *end = strchr(r->text, '\n');
  *end = 0;
  r->first = end - r->text;
}
void measured_good(struct reply *r) {
  for (int n = 0; next(n); n++) r->text[n] = (char)n;
  char *end = strchr(r->text, '\n');
  if (!end) return;
  *end = 0;
  r->first = end - r->text;
}

/* Who asked for memory, and looked, tells its caller. */
struct text {
  char *at;
  int n;
};
static int read_text(struct text *t) {
  t->n = 0;
  while (next(t->n)) t->n++;
  t->at = malloc((size_t)t->n + 1);
  if (!t->at) return next(-1) | 1;
  memset(t->at, 'a', (size_t)t->n);
  t->at[t->n] = 0;
  return 0;
}
int told_good(struct text *t) {
  do {
    int wrong = read_text(t);
    if (wrong) return wrong;
  } while (strncmp("a", t->at, 1));
  return 0;
}

/* Who calls another one that looks whether there is memory, and is told so,
 * need not look. */
struct heard {
  char *name;
  char line[80];
};
static void *taken(size_t n) {
  return malloc(n);
}
char *one_taken(void) {
  char *p = taken(4);
  return p ? strcpy(p, "abc") : NULL;
}
char *another_taken(void) {
  char *p = taken(4);
  if (!p) exit(1);
  return strcpy(p, "xyz");
}
static size_t hear(struct heard *h) {
  size_t n = 0;
  while (n < sizeof h->line && (n == 0 || h->line[n - 1] != '\n')) {
    int c = next(1);
    if (c < 0) return 0;
    h->line[n++] = (char)c;
  }
  while (n && h->line[n - 1] == '\n') n--;
  return n;
}
static int name_unasked(struct heard *h) {
  size_t n = hear(h);
  free(h->name);
  h->name = taken(n + 1);
  return 0;
}
int named_bad(struct heard *h) {
  do {
    int error = name_unasked(h);
    if (error) return error;
  } while (strncmp("abc", h->name, 3) != 0);
  return 0;
}
static int name_asked(struct heard *h) {
  size_t n = hear(h);
  if (!n) return -2;
  free(h->name);
  h->name = taken(n + 1);
  if (!h->name) return -1;
  memcpy(h->name, h->line, n);
  h->name[n] = 0;
  return 0;
}
int named_good(struct heard *h) {
  do {
    int error = name_asked(h);
    if (error) return error;
  } while (strncmp("abc", h->name, 3) != 0);
  return 0;
}
