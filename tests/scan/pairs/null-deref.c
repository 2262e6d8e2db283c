/* SPDX-License-Identifier: MIT
 *
 * Pairs for the check 'null-deref', see bounds.c. */
#include <errno.h>
#include <error.h>
#include <netdb.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct node {
  struct node *next;
  int key, value;
};

static struct node *find_bad_inner(struct node *l, int key) {
  for (; l; l = l->next)
    if (l->key == key) return l;
  return NULL;
}
int search_bad(struct node *l) {
  struct node *p = find_bad_inner(l, 3);
  return p->value;
}
int search_good(struct node *l) {
  struct node *p = find_bad_inner(l, 3);
  return p ? p->value : 0;
}

/* What a call passes: a member, a result, a variable that nobody sets. */
struct held {
  int x, y;
  int *q;
};
static int member_bad(struct held h) {
  return *h.q;
}
static int member_good(struct held h) {
  return h.q ? *h.q : 0;
}
static int *no_place(void) {
  return NULL;
}
static int result_bad(int *p) {
  return *p;
}
static int result_good(int *p) {
  return p ? *p : 0;
}
static struct held never_set;
static int variable_bad(int *p) {
  return *p;
}
static int variable_good(int *p) {
  return p ? *p : 0;
}
int pass_nulls(void) {
  struct held h = {1, 2, NULL};
  return member_bad(h) + member_good(h) + result_bad(no_place()) +
         result_good(no_place()) + variable_bad(never_set.q) +
         variable_good(never_set.q);
}

int test_bad(int *p) {
  if (!p) puts("none");
  return *p;
}
int test_good(int *p) {
  if (!p) return 0;
  return *p;
}

int both_bad(int *p) {
  if (p != NULL & p[0] == 5) return 1;
  return 0;
}
int both_good(int *p) {
  if (p != NULL && p[0] == 5) return 1;
  return 0;
}

static int sink_bad_inner(char *p) {
  return p[0];
}
int passed_bad(int n) {
  char *d = NULL, c = 1;
  if (n) d = &c;
  return sink_bad_inner(d);
}
static int sink_good_inner(char *p) {
  return p[0];
}
int passed_good(int n) {
  char *d = NULL, c = 1;
  if (n) d = &c;
  return d ? sink_good_inner(d) : 0;
}

static int first_of_bad_inner(int **pp) {
  return **pp;
}
int through_bad(void) {
  int *p = NULL;
  return first_of_bad_inner(&p);
}
static int first_of_good_inner(int **pp) {
  return **pp;
}
int through_good(void) {
  int x = 1, *p = &x;
  return first_of_good_inner(&p);
}

static int *shared_bad, *shared_good;
static int use_bad_inner(void) {
  return *shared_bad;
}
int global_bad(void) {
  shared_bad = NULL;
  return use_bad_inner();
}
static int use_good_inner(void) {
  return *shared_good;
}
int global_good(void) {
  static int x = 1;
  shared_good = &x;
  return use_good_inner();
}

int char_bad(const char *s) {
  char *p = strchr(s, ':');
  return p[1];
}
int char_good(const char *s) {
  char *p = strchr(s, ':');
  return p ? p[1] : 0;
}

int env_bad(void) {
  return getenv("HOME")[0];
}
int env_good(void) {
  char *e = getenv("HOME");
  return e ? e[0] : 0;
}

int open_bad(void) {
  FILE *f = fopen("x", "r");
  int c = fgetc(f);
  fclose(f);
  return c;
}
int open_good(void) {
  FILE *f = fopen("x", "r");
  if (!f) return 0;
  int c = fgetc(f);
  fclose(f);
  return c;
}

/* What was allocated is no local. */
int apart_bad(int n) {
  int x = n, *p = &x, *q = NULL;
  if (p == &x) return *q;
  return 0;
}
int apart_good(int n) {
  int x = n, *p = malloc(4), *q = NULL;
  if (p == &x) return *q;
  free(p);
  return x;
}

static const char *const words[] = {"one", "two", "three"};
static const char *const gaps[] = {"one", NULL, "three"};
int word_bad(int i) {
  if (i < 0 || i > 2) return 0;
  const char *w = gaps[i];
  return w ? 0 : *w;
}
int word_good(int i) {
  if (i < 0 || i > 2) return 0;
  const char *w = words[i];
  return w ? 0 : *w;
}

/* The library returns NULL where something is missing. */
char *host_bad(const char *name) {
  struct hostent *h = gethostbyname(name);
  return h->h_name;
}
char *host_good(const char *name) {
  struct hostent *h = gethostbyname(name);
  return h ? h->h_name : NULL;
}
int home_bad(void) {
  return getenv("HOME")[0];
}
int home_good(void) {
  const char *home = getenv("HOME");
  return home ? home[0] : 0;
}
int colon_bad(const char *s) {
  return strchr(s, ':')[1];
}
int colon_good(const char *s) {
  const char *p = strchr(s, ':');
  return p ? p[1] : 0;
}

/* One NULL is not believed (nobody looks whether there is a first one), another
 * one is. */
struct list {
  int n;
  struct node **items;
};
static struct node *item(struct list *l, int i) {
  return l->items[i];
}
static struct node *last_bad_inner(struct list *l) {
  return l->n > 0 ? item(l, l->n - 1) : NULL;
}
int last_bad(struct list *l) {
  return last_bad_inner(l)->value;
}
int last_good(struct list *l) {
  struct node *p = last_bad_inner(l);
  return p ? p->value : 0;
}
int first_value(struct list *l) {
  return item(l, 0)->value;
}
int second_value(struct list *l) {
  return item(l, 1)->value;
}

/* Most who read the global look whether it is there. */
static struct list *looked;
void look(struct list *l) {
  if (!looked) looked = l;
}
int looked_bad(void) {
  return looked->n;
}
int looked_good(void) {
  return looked ? looked->n : 0;
}
int looked_twice_good(void) {
  return looked ? 2 * looked->n : 0;
}

/* Who sets the global, or frees what it leads to, looks for that. */
static struct list *made;
static char *room;
int make(size_t n) {
  if (!made) made = calloc(1, sizeof *made);
  if (!room) room = malloc(n);
  return made && room;
}
void end(void) {
  if (made) free(made);
  if (room) free(room);
}
int made_good(void) {
  return made->n;
}
int room_good(void) {
  return room[0];
}
static struct list *sure;
void begin(struct list *l) {
  sure = l;
}
int sure_good(void) {
  return sure->n;
}
int surer_good(void) {
  return sure ? sure->n : 0;
}
int surest_good(void) {
  return sure->n + 1;
}

/* Who looks at last should have looked at first. */
int late_bad(const char **argv) {
  const char *name = argv[1];
  size_t n = strlen(name);
  if (!name) return -1;
  return (int)n;
}
int late_good(const char **argv) {
  const char *name = argv[1];
  if (!name) return -1;
  return (int)strlen(name);
}
struct held_list {
  int n;
  int *data;
};
int behind_good(struct held_list *l) {
  int sum = 0;
  for (int i = 0; i < l->n; i++) sum += l->data[i];
  if (l->data) free(l->data);
  return sum;
}

/* What was moved on some ways is looked at as a whole. */
void show_name(const char *name);
void moved_bad(const char *name) {
  const char *last = strrchr(name, '/');
  if (last) name = last + 1;
  if (name) show_name(name);
}
void moved_good(const char *name) {
  const char *last = name ? strrchr(name, '/') : NULL;
  if (last) name = last + 1;
  if (name) show_name(name);
}

/* A part of nothing. */
struct guarded {
  int kind, quiet;
  pthread_mutex_t lock;
};
void part_bad(struct guarded *g) {
  if (g && g->quiet) return;
  pthread_mutex_lock(&g->lock);
  show_name("x");
  pthread_mutex_unlock(&g->lock);
}
void part_good(struct guarded *g) {
  if (g && g->quiet) return;
  if (g) pthread_mutex_lock(&g->lock);
  show_name("x");
  if (g) pthread_mutex_unlock(&g->lock);
}

/* There are ways without the loop. */
void when_bad(const char *name, time_t at, int plain) {
  char text[40];
  size_t n = 0;
  if (!plain) {
    while (name[n]) n += name[n] == '?' ? 2 : 1;
    if (n % 2) return;
  }
  strftime(text, sizeof text, "%d", localtime(&at));
  show_name(text);
}
void when_good(const char *name, time_t at, int plain) {
  char text[40];
  size_t n = 0;
  struct tm *tm = localtime(&at);
  if (!plain) {
    while (name[n]) n += name[n] == '?' ? 2 : 1;
    if (n % 2) return;
  }
  if (tm) strftime(text, sizeof text, "%d", tm);
  show_name(tm ? text : "");
}

/* Comparisons of texts want texts; each variable of the environment may be
 * missing, or not. */
int dumb_bad(void) {
  char *home = getenv("HOME"), *term = getenv("TERM");
  return home ? 1 : strcmp(term, "dumb");
}
int dumb_good(void) {
  if (!getenv("TERM")) return 1;
  return strcmp(getenv("TERM"), "dumb");
}

/* A call by a pointer passes what a function has left, which may be NULL. */
struct session {
  char name[20];
  size_t n;
};
static void command_bad(struct session *s, char *argument) {
  s->n = strlen(argument);
}
static void command_good(struct session *s, char *argument) {
  s->n = argument ? strlen(argument) : 0;
}
static const struct {
  const char *name;
  void (*command)(struct session *, char *);
} commands[] = {{"A", command_bad}, {"B", command_good}};
static int get_command(char *line, char **name, char **argument) {
  *name = strtok(line, " ");
  *argument = strtok(NULL, "\n");
  return *name != NULL;
}
void serve(struct session *s, char *line) {
  char *name, *argument;
  if (!get_command(line, &name, &argument)) return;
  for (int i = 0; i < 2; i++)
    if (strcmp(commands[i].name, name) == 0) commands[i].command(s, argument);
}

/* Most functions look whether the member is NULL. */
struct server {
  char *domain;
  int port;
};
size_t domain_length_good(struct server *s) {
  return s->domain ? strlen(s->domain) : 0;
}
int domain_first_good(struct server *s) {
  if (!s->domain) return 0;
  return s->domain[0];
}
size_t domain_end_bad(struct server *s) {
  return s->port + strlen(s->domain);
}
void server_clear(struct server *s) {
  s->domain = NULL;
}

/* What a search gave is NULL where that was just found out. */
struct job {
  unsigned long id;
  struct job *next;
};
static struct job *jobs[100];
static struct job *find_job(unsigned long id) {
  struct job *j = jobs[id % 100];
  while (j && j->id != id) j = j->next;
  return j;
}
int known_bad(const char *file) {
  unsigned long id = strtoul(file, NULL, 10);
  struct job *j = find_job(id);
  if (!j) return printf("%lu is missing", j->id);
  return 1;
}
int known_good(const char *file) {
  unsigned long id = strtoul(file, NULL, 10);
  struct job *j = find_job(id);
  if (!j) return printf("%lu is missing", id);
  return j->id == id;
}

/* To ask for a locale does not fail, to set one may. */
int locale_bad(void) {
  return setlocale(LC_ALL, "xx")[0];
}
int locale_good(void) {
  return setlocale(LC_ALL, NULL)[0];
}

/* Whether a loop lets the way be taken does not matter for what the library
 * gives for reasons of its own. */
struct piece {
  struct piece *next;
  int kind;
  const char *file;
};
int behind_count_bad(struct piece *first, int kind) {
  int n = 0, c = 0;
  for (struct piece *p = first; p; p = p->next) n += p->kind == kind;
  if (n > 7) {
    FILE *f = fopen(first->file, "r");
    c = fgetc(f);
    fclose(f);
  }
  return c;
}
int behind_count_good(struct piece *first, int kind) {
  int n = 0, c = 0;
  for (struct piece *p = first; p; p = p->next) n += p->kind == kind;
  if (n > 7) {
    FILE *f = fopen(first->file, "r");
    if (!f) return -1;
    c = fgetc(f);
    fclose(f);
  }
  return c;
}
/* The loop knows it. */
int counted_with_good(struct piece *first) {
  FILE *f = fopen(first->file, "r");
  int n = 0, c = 0;
  for (struct piece *p = first; p; p = p->next) n += f && p->kind;
  if (n > 7) c = fgetc(f);
  if (f) fclose(f);
  return c;
}
int found_before_good(char *text) {
  int n = 0;
  for (char *p = text; *p; p++) n += *p == ':';
  if (n > 7) *strchr(text, ':') = 0;
  return n;
}

/* Elements that another loop writes, as many as there are. */
struct shelf {
  struct node *first;
  int n;
};
int row_good(struct shelf *s) {
  struct node **row = malloc((size_t)s->n * sizeof *row);
  int i = 0, sum = 0;
  if (!row) return -1;
  for (struct node *l = s->first; l; l = l->next) row[i++] = l;
  for (i = 0; i < s->n; i++) sum += row[i]->value;
  free(row);
  return sum;
}

/* A part of an object that starts at a round address. */
int first_good(int file) {
  char room[2 * 4096];
  char *page = (char *)(((uintptr_t)room + 4096) & ~(uintptr_t)4095);
  if (read(file, page, 4096) != 4096) return -1;
  return page[0] != 0;
}
/* The loop may be passed by, and the way is not there then. */
int passed_by_bad(const char *name, int c, int (*more)(void)) {
  FILE *f = fopen(name, "r");
  int n = 0;
  if (c)
    while (more() != -1) n++;
  return n > 9 ? fgetc(f) : 0;
}
int passed_by_good(const char *name, int c, int (*more)(void)) {
  FILE *f = fopen(name, "r");
  int n = 0;
  if (c)
    while (more() != -1) n++;
  c = n > 9 && f ? fgetc(f) : 0;
  if (f) fclose(f);
  return c;
}

/* What a text is compared with decides the way, however often that is. */
int option_bad(int argc, char **argv) {
  const char *name = NULL;
  for (int i = 1; i < argc; i++)
    if (!strcmp(argv[i], "--name") && i + 1 < argc)
      name = argv[++i];
    else if (!strcmp(argv[i], "--end-of-options"))
      return name[0];
  return 0;
}
int option_good(int argc, char **argv) {
  const char *name = NULL;
  for (int i = 1; i < argc; i++)
    if (!strcmp(argv[i], "--name") && i + 1 < argc)
      name = argv[++i];
    else if (!strcmp(argv[i], "--end-of-options") && name)
      return name[0];
  return 0;
}
int twice_good(const char *kind) {
  int n = 3, *p = NULL;
  if (strcmp(kind, "directory") == 0) p = &n;
  if (strncmp(kind, "directory", 10) == 0) return *p;
  return 0;
}
int twice_bad(const char *kind) {
  int n = 3, *p = NULL;
  if (strcmp(kind, "directory") == 0) p = &n;
  if (strncmp(kind, "directory", 9) == 0) return *p;
  return 0;
}

/* Who hands on what malloc gives leaves it to others to look. */
static void *room_for(size_t n) {
  return calloc(1, n + 8);
}
struct piece *first_piece_good(void) {
  struct piece *p = room_for(sizeof *p);
  if (p) p->kind = 1;
  return p;
}
struct piece *second_piece_good(void) {
  struct piece *p = room_for(sizeof *p);
  if (!p) return NULL;
  p->kind = 2;
  return p;
}
struct piece *third_piece_bad(void) {
  struct piece *p = room_for(sizeof *p);
  p->kind = 3;
  return p;
}
/* ... also if it is not known how many bytes are copied. */
char *copied_bad(const char *from, int n) {
  char *to = room_for((size_t)n);
  memcpy(to, from, (size_t)n);
  return to;
}
char *copied_good(const char *from, int n) {
  char *to = room_for((size_t)n);
  if (to) memcpy(to, from, (size_t)n);
  return to;
}
char *copied_there_good(const char *from, int n) {
  char *to = room_for((size_t)n);
  if (!to) return NULL;
  memcpy(to, from, (size_t)n);
  return to;
}

/* A pointer that is none is none a distance away, however many bytes there are
 * to be copied. */
struct slice {
  unsigned char *at;
  size_t n;
};
static struct slice part_of(struct slice s, size_t from, size_t n) {
  return (struct slice){s.at + from, n};
}
void slices_good(struct slice to, const unsigned char *from, size_t start,
                 size_t n) {
  struct slice part = part_of(to, start, n);
  memcpy(part.at, from, part.n);
}
void slices_bad(unsigned char *to, const unsigned char *from, size_t n) {
  if (!to) n = 1;
  struct slice part = part_of((struct slice){to, n}, 0, n);
  memcpy(part.at, from, part.n);
}

/* What a call returns leads to memory that was there at entry, and so not to a
 * local, also behind a call that passes variable arguments. */
struct pane {
  int *modal;
};
struct pane_link {
  int at;
  struct pane *pane;
};
struct pane_item {
  int x;
  struct pane_link *link;
  struct pane *last;
};
struct pane_state {
  int x;
  struct pane_item item;
};
static struct pane_item *item_of(struct pane_state *s) {
  return &s->item;
}
static void count_printed(int *n, const char *format, ...) {
  char b[80];
  va_list list;
  va_start(list, format);
  vsnprintf(b, sizeof b, format, list);
  va_end(list);
  *n = b[0];
}
void ask_for_pane(struct pane_state *s, char **cause);
int pane_good(struct pane_state *s) {
  struct pane_item *item = item_of(s);
  char *cause = NULL;
  int n;
  count_printed(&n, "%d", s->x);
  if (n == 3) return 0;
  struct pane *pane = item->link->pane;
  if (item->last == pane) return 1;
  int *modal = pane->modal;
  ask_for_pane(s, &cause);
  free(cause);
  return modal == NULL;
}
int pane_bad(struct pane_state *s) {
  struct pane *pane = NULL;
  int n;
  count_printed(&n, "%d", s->x);
  if (n == 3) pane = item_of(s)->last;
  return pane->modal == NULL;
}

/* error() comes back if its first argument is 0, and only then. */
int error_bad(const char *name) {
  FILE *f = fopen(name, "r");
  if (!f) error(0, errno, "cannot open %s", name);
  return fgetc(f) + fclose(f);
}
int error_good(const char *name) {
  FILE *f = fopen(name, "r");
  if (!f) error(1, errno, "cannot open %s", name);
  return fgetc(f) + fclose(f);
}
static char *copy_or_end(const char *text) {
  char *copy = strdup(text);
  if (!copy) error(EXIT_FAILURE, 0, "no memory");
  return copy;
}
char error_inside_good(const char *text) {
  char *copy = copy_or_end(text), first = *copy;
  free(copy);
  return first;
}
