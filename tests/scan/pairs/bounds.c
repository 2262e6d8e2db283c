/* SPDX-License-Identifier: MIT
 *
 * Pairs of functions: NAME_bad has a defect of the check that the file is named
 * after, NAME_good is the same without it.  tests/scan/run holds the table of
 * what is found and what is not. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int choice_bad(int c) {
  char a[50], b[100], *d = c ? a : b;
  d[60] = 1;
  return d[60];
}
int choice_good(int c) {
  char a[80], b[100], *d = c ? a : b;
  d[60] = 1;
  return d[60];
}

void before_bad(void) {
  char room[100], *d = room - 8;
  d[0] = 1;
}
void before_good(void) {
  char room[100], *d = room + 8;
  d[-8] = 1;
}

void copy_bad(void) {
  char room[10];
  strcpy(room, "0123456789ABCDEF");
  puts(room);
}
void copy_good(void) {
  char room[17];
  strcpy(room, "0123456789ABCDEF");
  puts(room);
}

void append_bad(void) {
  char room[12] = "abcdefg";
  strcat(room, "hijkl");
  puts(room);
}
void append_good(void) {
  char room[13] = "abcdefg";
  strcat(room, "hijkl");
  puts(room);
}

void counted_bad(void) {
  char room[10];
  strncpy(room, "0123456789ABCDEF", 16);
  room[9] = 0;
  puts(room);
}
void counted_good(void) {
  char room[10];
  strncpy(room, "0123456789ABCDEF", 10);
  room[9] = 0;
  puts(room);
}

void filled_bad(void) {
  char from[100], to[50];
  memset(from, 'C', 99);
  from[99] = 0;
  strcpy(to, from);
  puts(to);
}
void filled_good(void) {
  char from[100], to[50];
  memset(from, 'C', 49);
  from[49] = 0;
  strcpy(to, from);
  puts(to);
}

void stack_bad(int n) {
  char *b = __builtin_alloca(50);
  memset(b, 'A', 100);
  printf("%c%d", b[0], n);
}
void stack_good(int n) {
  char *b = __builtin_alloca(100);
  memset(b, 'A', 100);
  printf("%c%d", b[0], n);
}

static void fill_bad_inner(char *p) {
  p[5] = 1;
}
void param_bad(void) {
  char b[5] = "";
  fill_bad_inner(b);
  puts(b);
}
static void fill_good_inner(char *p) {
  p[4] = 1;
}
void param_good(void) {
  char b[5] = "";
  fill_good_inner(b);
  puts(b);
}

void loop_bad(void) {
  int room[5];
  for (int i = 0; i <= 5; i++) room[i] = 1;
  printf("%d", room[0]);
}
void loop_good(void) {
  int room[5];
  for (int i = 0; i < 5; i++) room[i] = 1;
  printf("%d", room[0]);
}

void walk_bad(void) {
  int room[5], *p = room;
  for (int i = 0; i < 6; i++) *p++ = 1;
  printf("%d", room[0]);
}
void walk_good(void) {
  int room[5], *p = room;
  for (int i = 0; i < 5; i++) *p++ = 1;
  printf("%d", room[0]);
}

void heap_bad(int n) {
  if (n < 1 || n > 9) return;
  int *p = malloc(n * sizeof *p);
  if (p) p[n] = 0;
  free(p);
}
void heap_good(int n) {
  if (n < 1 || n > 9) return;
  int *p = malloc(n * sizeof *p);
  if (p) p[n - 1] = 0;
  free(p);
}

static void *get(size_t n) {
  void *p = malloc(n);
  if (!p) abort();
  return p;
}
void wrapped_bad(void) {
  char *p = get(8);
  p[8] = 0;
  free(p);
}
void wrapped_good(void) {
  char *p = get(8);
  p[7] = 0;
  free(p);
}

void line_bad(void) {
  char b[32];
  if (fgets(b, 64, stdin)) puts(b);
}
void line_good(void) {
  char b[32];
  if (fgets(b, 32, stdin)) puts(b);
}

int index_bad(int i) {
  static const int t[4] = {1, 2, 3, 4};
  if (i < 0 || i > 4) return 0;
  return t[i];
}
int index_good(int i) {
  static const int t[4] = {1, 2, 3, 4};
  if (i < 0 || i > 3) return 0;
  return t[i];
}

static void put_bad_inner(char *to, size_t n) {
  memset(to, 0, n);
}
void range_bad(void) {
  char b[8] = "";
  put_bad_inner(b, 9);
  puts(b);
}
static void put_good_inner(char *to, size_t n) {
  memset(to, 0, n);
}
void range_good(void) {
  char b[8] = "";
  put_good_inner(b, 8);
  puts(b);
}

/* What the library may write is told to it. */
void take(const char *text);
void told_bad(const char *name) {
  char text[20];
  size_t n = strlen(name) < 10 ? 10 : 0;
  snprintf(text + n, sizeof text, "%s", name);
  take(text);
}
void told_good(const char *name) {
  char text[20];
  size_t n = strlen(name) < 10 ? 10 : 0;
  snprintf(text + n, sizeof text - n, "%s", name);
  take(text);
}

/* A counter takes every value from its start to its end. */
static int table[40];
int beyond_bad(void) {
  int sum = 0;
  for (int i = 0; i <= 40; i++) sum += table[i];
  return sum;
}
int beyond_good(void) {
  int sum = 0;
  for (int i = 0; i < 40; i++) sum += table[i];
  return sum;
}
int down_bad(void) {
  unsigned n = 41;
  int sum = 0;
  while (n--) sum += table[n];
  return sum;
}
int down_good(void) {
  unsigned n = 40;
  int sum = 0;
  while (n--) sum += table[n];
  return sum;
}
int triangle_bad(void) {
  int all[20][20], sum = 0;
  for (int i = 0; i < 20; i++)
    for (int j = 0; j <= i + 1; j++) {
      all[i][j] = 0;
      sum++;
    }
  return sum;
}
int triangle_good(void) {
  int all[20][20], sum = 0;
  for (int i = 0; i < 20; i++)
    for (int j = 0; j <= i; j++) {
      all[i][j] = 0;
      sum++;
    }
  return sum;
}
int ask(int n);
int behind_bad(int n) {
  int i;
  if (n < 0 || n > 40) return 0;
  for (i = 0; i < n; i++) ask(i);
  return table[i];
}
int behind_good(int n) {
  int i;
  if (n < 0 || n >= 40) return 0;
  for (i = 0; i < n; i++) ask(i);
  return table[i];
}

/* Who reads may get all that there is room for. */
ssize_t read(int file, void *to, size_t bytes);
void whole_bad(int file) {
  char b[100];
  ssize_t n = read(file, b, sizeof b);
  if (n < 0) return;
  b[n] = 0;
  take(b);
}
void whole_good(int file) {
  char b[100];
  ssize_t n = read(file, b, sizeof b - 1);
  if (n < 0) return;
  b[n] = 0;
  take(b);
}
int chosen_bad(void) {
  return table[rand() % 41];
}
int chosen_good(void) {
  return table[rand() % 40];
}
/* A text may say any number. */
int said_bad(const char *text) {
  int n = atoi(text);
  return n > 0 ? table[n] : 0;
}
int said_good(const char *text) {
  int n = atoi(text);
  return n > 0 && n < 40 ? table[n] : 0;
}
/* Room for a text without its end. */
void ended_bad(const char *text) {
  char *copy = malloc(strlen(text));
  if (!copy) return;
  strcpy(copy, text);
  take(copy);
  free(copy);
}
void ended_good(const char *text) {
  char *copy = malloc(strlen(text) + 1);
  if (!copy) return;
  strcpy(copy, text);
  take(copy);
  free(copy);
}
void constant_bad(void) {
  char source[11] = "ABCDEFGHIJ", *copy = malloc(10);
  if (!copy) return;
  memcpy(copy, source, strlen(source) + 1);
  take(copy);
  free(copy);
}
void constant_good(void) {
  char source[11] = "ABCDEFGHIJ", *copy = malloc(11);
  if (!copy) return;
  memcpy(copy, source, strlen(source) + 1);
  take(copy);
  free(copy);
}

/* What may be appended has its end, too. */
void appended_bad(const char *text) {
  char all[20] = "";
  strncat(all, text, sizeof all);
  take(all);
}
void appended_good(const char *text) {
  char all[20] = "";
  strncat(all, text, sizeof all - 1);
  take(all);
}

/* A table that ends in NULL: the check of the index is no end of the loop. */
static int chosen;
static struct option {
  char *name;
  int value;
} options[] = {{"A", 1}, {"B", 2}, {0, 0}};
static int choose_good(int argc, unsigned char **argv) {
  int i;
  chosen = argc;
  for (i = 0; options[i].name; i++)
    if (!strcmp(options[i].name, (char *)argv[1])) chosen |= options[i].value;
  return 0;
}
int (*choose)(int, unsigned char **) = choose_good;

/* What is there already takes room, too. */
int limited_bad(char *s) {
  char b[8] = "abc";
  strncat(b, s, 5);
  return b[0];
}
int limited_good(char *s) {
  char b[8] = "abc";
  strncat(b, s, 4);
  return b[0];
}

/* Links that were made here lead to what was made here. */
struct link {
  struct link *next;
  int a, z;
};
int links_bad(int k) {
  struct link *e = malloc(sizeof *e), *t = e;
  if (!e) return 0;
  e->next = malloc(8);
  if (!e->next) return 0;
  e->z = 0;
  while (k-- > 0 && t->next) t = t->next;
  return t->z;
}

/* A text from outside has any length. */
void environment_bad(void) {
  char room[64], *home = getenv("HOME");
  if (home) sprintf(room, "%s/.rc", home);
}
void environment_good(void) {
  char room[64], *home = getenv("HOME");
  if (home && strlen(home) < 60) sprintf(room, "%s/.r", home);
}
void printed_text_bad(void) {
  char room[16];
  sprintf(room, "%s-%05d-%c", "abcdefgh", 12345, 'x');
  puts(room);
}
void printed_text_good(void) {
  char room[17];
  sprintf(room, "%s-%05d-%c", "abcdefgh", 12345, 'x');
  puts(room);
}
void printed_number_bad(int n) {
  char room[4];
  if (n >= -999 && n <= 999) sprintf(room, "%d", n);
}
void printed_number_good(int n) {
  char room[5];
  if (n >= -999 && n <= 999) sprintf(room, "%d", n);
}
void read_line_bad(FILE *f) {
  char line[200], key[100];
  if (fgets(line, sizeof line, f)) strcpy(key, line);
}
void read_line_good(FILE *f) {
  char line[200], key[200];
  if (fgets(line, sizeof line, f)) strcpy(key, line);
}
static int argument_bad(const char *name) {
  char room[20];
  strcpy(room, name);
  return room[0];
}
static int argument_good(const char *name) {
  char room[20];
  if (strlen(name) >= sizeof room) return 0;
  strcpy(room, name);
  return room[0];
}

/* A number is read from outside. */
int read_index_bad(FILE *f) {
  int n, a[10] = {0};
  if (fscanf(f, "%d", &n) != 1 || n < 0) return 0;
  return a[n];
}
int read_index_good(FILE *f) {
  int n, a[10] = {0};
  if (fscanf(f, "%d", &n) != 1 || n < 0 || n > 9) return 0;
  return a[n];
}

/* What fails for every number needs no certain one. */
int behind_loop_bad(int n) {
  struct two {
    int a, b;
  } *list = malloc((unsigned)n * sizeof *list);
  int i, sum;
  if (!list) return 0;
  for (i = 0; i < n; i++) list[i].a = i;
  list[i].a = 0;
  sum = n > 0 ? list[0].a : 0;
  free(list);
  return sum;
}
int behind_loop_good(int n) {
  struct two {
    int a, b;
  } *list = malloc(((unsigned)n + 1) * sizeof *list);
  int i, sum;
  if (!list) return 0;
  for (i = 0; i < n; i++) list[i].a = i;
  list[i].a = 0;
  sum = n > 0 ? list[0].a : 0;
  free(list);
  return sum;
}
int up_to_bad(int n) {
  int *all = malloc((unsigned)n * sizeof *all), sum;
  if (!all) return 0;
  for (int i = 0; i <= n; i++) all[i] = 0;
  sum = all[0];
  free(all);
  return sum;
}
int up_to_good(int n) {
  int *all = malloc(((unsigned)n + 1) * sizeof *all), sum;
  if (!all) return 0;
  for (int i = 0; i <= n; i++) all[i] = 0;
  sum = all[0];
  free(all);
  return sum;
}

/* A word that is read has its width, or any length. */
int word_bad(FILE *f) {
  char word[20];
  return fscanf(f, "%20s", word) == 1 ? word[0] : 0;
}
int word_good(FILE *f) {
  char word[21];
  return fscanf(f, "%20s", word) == 1 ? word[0] : 0;
}
int any_word_bad(FILE *f) {
  char word[20];
  return fscanf(f, "%*d %s", word) == 1 ? word[0] : 0;
}
int any_word_good(FILE *f) {
  char line[100], word[100];
  if (!fgets(line, sizeof line, f)) return 0;
  return sscanf(line, "%s", word) == 1 ? word[0] : 0;
}
int word_of_line_bad(FILE *f) {
  char line[100], word[99];
  if (!fgets(line, sizeof line, f)) return 0;
  return sscanf(line, "%s", word) == 1 ? word[0] : 0;
}

/* ... also in a text of which nobody knows where it is from. */
int words_bad(const char *text) {
  char name[20], value[20];
  int end = 0;
  if (sscanf(text, "%19s %s%n", name, value, &end) < 2) return -1;
  return name[0] == value[0] ? text[end] : 0;
}
int words_good(const char *text) {
  char name[20], value[20];
  int end = 0;
  if (sscanf(text, "%19s %19s%n", name, value, &end) < 2) return -1;
  return name[0] == value[0] ? text[end] : 0;
}

/* A member is no larger than its type says. */
struct host {
  int port;
  char name[16], folder[32];
};
void member_bad(struct host *h) {
  strcpy(h->name, "host.example.org");
}
void member_good(struct host *h) {
  strcpy(h->name, "host.example.or");
}
void printed_member_bad(struct host *h, int n) {
  if (n >= 0 && n < 100) sprintf(h->name, "host%d.example.org", n);
}
void printed_member_good(struct host *h, int n) {
  if (n >= 0 && n < 10) sprintf(h->name, "host%d.example.", n);
}
int own_member_bad(void) {
  struct host h = {.port = 1};
  char *name = getenv("NAME");
  if (name) strcpy(h.folder, name);
  return h.port;
}
int own_member_good(void) {
  struct host h = {.port = 1};
  char *name = getenv("NAME");
  if (name && strlen(name) < sizeof h.folder) strcpy(h.folder, name);
  return h.port;
}
struct packet {
  int n;
  char data[1];
};
void more_behind_good(struct packet *p) {
  strcpy(p->data, "more than one");
}

/* A table that is only walked along is as it was at first. */
static const char *kept_table[] = {"a", "b", "c", NULL};
int walked_good(void) {
  int n = 0;
  for (const char **p = kept_table; *p; p++) n++;
  return n;
}
static const char *changed_table[] = {"a", "b", "c", NULL};
int walked_bad(const char *last) {
  const char **p = changed_table;
  int n = 0;
  while (*p) p++;
  *p = last;
  for (p = changed_table; *p; p++) n++;
  return n;
}

/* How many characters sscanf has read is no more than there are. */
int read_bad(void) {
  char line[80], part[4] = "";
  int value, n = 0;
  if (!fgets(line, sizeof line, stdin)) return 0;
  if (sscanf(line, "%d %n", &value, &n) != 1) return 0;
  return part[n];
}
int read_good(void) {
  char line[80];
  int value, n = 0;
  if (!fgets(line, sizeof line, stdin)) return 0;
  if (sscanf(line, "%d %n", &value, &n) != 1) return 0;
  return line[n];
}

/* How long a text gets is limited by what is printed. */
int printed_bad(const unsigned char *key) {
  char room[8];
  int n = snprintf(room, sizeof room, "%02x%02x%02x%02x", key[0], key[1],
                   key[2], key[3]);
  return room[n];
}
int printed_good(const unsigned char *key) {
  char room[9];
  int n = snprintf(room, sizeof room, "%02x%02x%02x%02x", key[0], key[1],
                   key[2], key[3]);
  return room[n];
}
void printed_name_bad(const char *from) {
  char name[16], room[16];
  strncpy(name, from, 15);
  name[15] = 0;
  room[snprintf(room, sizeof room, "%s: %d", name, 5)] = 0;
}
void printed_name_good(const char *from) {
  char name[16], room[20];
  strncpy(name, from, 15);
  name[15] = 0;
  room[snprintf(room, sizeof room, "%s: %d", name, 5)] = 0;
}

/* A text from outside that makes the room larger is not too long for it. */
char *grown_good(const char *text) {
  size_t length = strlen(text) + 3;
  char *room = malloc(length), *to = room, *more = getenv("MORE");
  if (!room) return NULL;
  for (; *text && *text != '$'; text++) *to++ = *text;
  if (more) {
    size_t before = (size_t)(to - room);
    char *larger = realloc(room, length + strlen(more));
    if (!larger) exit(1);
    room = larger;
    to = room + before;
    while (*more) *to++ = *more++;
  }
  *to = 0;
  return room;
}

/* Two lengths that a function without a body gives: none is below zero to make
 * up for the other. */
int length_of_number(const void *number);
void put_number(const void *number, char *to);
char *two_numbers_good(const void *a, const void *b) {
  int n = length_of_number(a), m = length_of_number(b);
  char *room = malloc(n + m + 8);
  if (!room) return NULL;
  room[4] = 0;
  put_number(a, room + 5);
  return room;
}
char *two_numbers_bad(const void *a, const void *b) {
  int n = length_of_number(a), m = length_of_number(b);
  char *room = malloc(n + m);
  if (!room) return NULL;
  room[n + m] = 0;
  return room;
}

/* Out of a member, into the next one: no run shows that. */
struct pings {
  int first, saved[20], last;
};
static struct pings pings;
void out_of_member_bad(int at, int ms) {
  if (at < 0 || at > 20) return;
  pings.saved[at] = ms;
}
void out_of_member_good(int at, int ms) {
  if (at < 0 || at >= 20) return;
  pings.saved[at] = ms;
}
/* The last one, of few elements, may stand for more. */
struct parcel {
  int n, words[1];
};
int last_member_good(const struct parcel *p, int at) {
  return at < 0 || at > 1 ? 0 : p->words[at];
}

int main(int argc, char **argv) {
  return argc > 1 ? argument_bad(argv[1]) + argument_good(argv[1]) : 0;
}
