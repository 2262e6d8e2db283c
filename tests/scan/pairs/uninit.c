/* SPDX-License-Identifier: MIT
 *
 * Pairs for the check 'uninit', see bounds.c. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct pair {
  int a, b;
};

int plain_bad(void) {
  int x;
  return x + 1;
}
int plain_good(void) {
  int x = 2;
  return x + 1;
}

int branch_bad(int c) {
  int x;
  if (c > 3) x = 1;
  return x;
}
int branch_good(int c) {
  int x;
  if (c > 3)
    x = 1;
  else
    x = 2;
  return x;
}

int flag_bad(int c) {
  int x, set = 0;
  if (c > 3) {
    x = 1;
    set = 1;
  }
  if (!set || c > 9) return x;
  return 0;
}
int flag_good(int c) {
  int x, set = 0;
  if (c > 3) {
    x = 1;
    set = 1;
  }
  if (set) return x;
  return 0;
}

int field_bad(void) {
  struct pair p;
  p.a = 1;
  return p.a + p.b;
}
int field_good(void) {
  struct pair p;
  p.a = 1;
  p.b = 2;
  return p.a + p.b;
}

int switch_bad(int c) {
  int x;
  switch (c) {
  case 1: x = 3; break;
  case 2: x = 4;
  }
  return x;
}
int switch_good(int c) {
  int x;
  switch (c) {
  case 1: x = 3; break;
  default: x = 4;
  }
  return x;
}

int pointer_bad(int c) {
  int y = 1, *p;
  if (c) p = &y;
  return *p;
}
int pointer_good(int c) {
  int y = 1, *p = &y;
  if (c) p = &y;
  return *p;
}

int array_bad(void) {
  int a[3];
  a[0] = 1;
  a[1] = 2;
  return a[0] + a[2];
}
int array_good(void) {
  int a[3];
  memset(a, 0, sizeof a);
  a[0] = 1;
  return a[0] + a[2];
}

static int set_bad_inner(int *out, int c) {
  if (c < 0) return -1;
  *out = c;
  return 0;
}
int out_bad(int c) {
  int x;
  set_bad_inner(&x, c);
  return x;
}
int out_good(int c) {
  int x;
  if (set_bad_inner(&x, c)) return 0;
  return x;
}

/* In a round of a loop whose end memory tells. */
struct row {
  int kind, width;
};
struct table {
  int n;
  struct row *rows;
};
int round_bad(struct table *t) {
  int sum = 0;
  for (int i = 0; i < t->n; i++) {
    int width;
    if (t->rows[i].kind == 2) width = t->rows[i].width;
    sum += width;
  }
  return sum;
}
int round_good(struct table *t) {
  int sum = 0;
  for (int i = 0; i < t->n; i++) {
    int width = 0;
    if (t->rows[i].kind == 2) width = t->rows[i].width;
    sum += width;
  }
  return sum;
}

/* Behind a search. */
int search_bad(struct table *t, int kind) {
  struct row *found = NULL;
  int width;
  for (int i = 0; i < t->n; i++)
    if (t->rows[i].kind == kind) {
      found = &t->rows[i];
      break;
    }
  if (found) width = found->width;
  return width;
}
int search_good(struct table *t, int kind) {
  struct row *found = NULL;
  int width = 0;
  for (int i = 0; i < t->n; i++)
    if (t->rows[i].kind == kind) {
      found = &t->rows[i];
      break;
    }
  if (found) width = found->width;
  return width;
}

/* Behind a call that calls itself, and so may never come back on paper. */
static int depth;
static void tell(const char *what) {
  if (depth++ < 3) tell(what);
  if (depth > 100) exit(1);
}
int told_bad(int c) {
  int x;
  if (c > 3) x = 1;
  tell("x");
  return x;
}
int told_good(int c) {
  int x = 0;
  if (c > 3) x = 1;
  tell("x");
  return x;
}

/* On the heap. */
int heap_bad(void) {
  struct pair *p = malloc(sizeof *p);
  p->a = 1;
  int r = p->b;
  free(p);
  return r;
}
int heap_good(void) {
  struct pair *p = malloc(sizeof *p);
  p->b = 1;
  int r = p->b;
  free(p);
  return r;
}
int cleared_good(void) {
  struct pair *p = calloc(1, sizeof *p);
  int r = p->b;
  free(p);
  return r;
}
static void clear(struct pair *p) {
  p->a = p->b = 0;
}
int called_good(void) {
  struct pair *p = malloc(sizeof *p);
  clear(p);
  int r = p->b;
  free(p);
  return r;
}
int read_good(FILE *f) {
  struct pair *p = malloc(sizeof *p);
  int r = fread(p, sizeof *p, 1, f) == 1 ? p->b : 0;
  free(p);
  return r;
}

/* Clocks that are always there, and one that is not. */
long now_good(void) {
  struct timeval t;
  gettimeofday(&t, NULL);
  return t.tv_sec + t.tv_usec;
}
long clock_good(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_nsec;
}
/* What the kernel always knows, and what it may not. */
long usage_good(void) {
  struct rusage u;
  getrusage(RUSAGE_SELF, &u);
  return u.ru_maxrss;
}
long usage_bad(int who) {
  struct rusage u;
  getrusage(who, &u);
  return u.ru_maxrss;
}
char name_good(void) {
  struct utsname u;
  uname(&u);
  return u.sysname[0];
}
long clock_bad(clockid_t which) {
  struct timespec t;
  clock_gettime(which, &t);
  return t.tv_nsec;
}

/* Who waits for a child gets one, or an error. */
int child_good(pid_t child) {
  int status;
  if (waitpid(child, &status, 0) < 0) return -1;
  return status;
}
int child_bad(pid_t child) {
  int status;
  if (waitpid(child, &status, WNOHANG) < 0) return -1;
  return status;
}
int any_child_good(void) {
  int status;
  return wait(&status) == -1 ? -1 : status;
}

/* A unit of bit-fields is read to write one of them. */
struct bits {
  unsigned a : 3, b : 5;
};
int bits_good(void) {
  struct bits s;
  s.a = 1;
  return s.a;
}

/* A number is one of its enumeration, or of what all calls pass. */
enum shape { SHAPE_POINT = 1, SHAPE_LINE, SHAPE_DISK };
enum may { MAY_READ = 1, MAY_WRITE = 2, MAY_RUN = 4 };
int corners_good(enum shape shape) {
  int n;
  switch (shape) {
  case SHAPE_POINT: n = 1; break;
  case SHAPE_LINE: n = 2; break;
  case SHAPE_DISK: n = 0; break;
  }
  return n;
}
int corners_bad(enum shape shape) {
  int n;
  switch (shape) {
  case SHAPE_POINT: n = 1; break;
  case SHAPE_LINE: n = 2; break;
  default: break;
  }
  return n;
}
int rights_bad(enum may may) {
  int n;
  switch (may) {
  case MAY_READ: n = 1; break;
  case MAY_WRITE: n = 2; break;
  case MAY_RUN: n = 3; break;
  default: break;
  }
  return n;
}
static int level_good(int level) {
  int n;
  switch (level) {
  case 1: n = 10; break;
  case 2: n = 20; break;
  case 8: n = 30; break;
  }
  return n;
}
static int level_bad(int level) {
  int n;
  switch (level) {
  case 1: n = 10; break;
  case 2: n = 20; break;
  case 8: n = 30; break;
  }
  return n;
}
int levels(int a) {
  if (a > 100) return level_good(1) + level_bad(2);
  if (a > 10) return level_good(a > 50 ? 2 : 8) + level_bad(8);
  return level_bad(a > 0 ? 1 : 4);
}

/* What was set on one of the ways that meet stays set. */
int number_good(const char *text) {
  int n;
  if (text[0] < '0' || text[0] > '9') {
    errno = EINVAL;
  } else {
    n = atoi(text);
    errno = n > 9 ? ERANGE : 0;
  }
  if (errno != 0) return -1;
  return n;
}
int number_bad(const char *text) {
  int n;
  if (text[0] < '0' || text[0] > '9')
    errno = 0;
  else if (close(n = atoi(text)) < 0)
    return -1;
  if (errno != 0) return -1;
  return n;
}
void raw_clock_good(struct timespec *to) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC_RAW, &t);
  to->tv_sec = t.tv_sec;
}

/* What a call reads first, before anybody can have written it. */
static void add_to(long *total, long by) {
  *total += by;
}
long total_bad(void) {
  long total;
  add_to(&total, 5);
  return total;
}
long total_good(void) {
  long total = 0;
  add_to(&total, 5);
  return total;
}
static int sum_of(const struct pair *p) {
  if (!p) return 0;
  return p->a + p->b;
}
static int more_than(const struct pair *p) {
  return sum_of(p) + 1;
}
int two_calls_bad(void) {
  struct pair p;
  p.a = 1;
  return more_than(&p);
}
int two_calls_good(void) {
  struct pair p;
  p.a = 1;
  p.b = 3;
  return more_than(&p);
}
void text_bad(char *to) {
  char text[25];
  strcpy(to, text);
}
void text_good(char *to) {
  char text[25];
  snprintf(text, sizeof text, "%d", 4);
  strcpy(to, text);
}
static void lift(struct pair *p, int by) {
  if (by) p->a += by;
}
int lift_good(void) { /* by 0 nothing is read */
  struct pair p;
  lift(&p, 0);
  return 1;
}
static int overwritten(const int *p) {
  int n = *p;
  n = 5;
  return n;
}
int overwritten_good(void) { /* what is copied is of no use */
  int n;
  return overwritten(&n);
}
static int clear_first(struct pair *p) {
  memset(p, 0, sizeof *p);
  return p->a++;
}
int clear_first_good(void) {
  struct pair p;
  return clear_first(&p);
}

/* A number is as long as its type lets it be: all that is read was printed. */
void printed_number_good(double number) {
  char room[20];
  int i = snprintf(room, sizeof room, "%g", number) - 1;
  for (; i >= 0; i--) putchar(room[i]);
}
/* What sscanf has filled, though other memory was written before. */
int filled_good(struct pair *p, const char *text) {
  int a, b, end;
  p->a = p->b = 0;
  if (sscanf(text, "%d.%d%n", &a, &b, &end) != 2) return 0;
  return a + b + end;
}
int filled_bad(struct pair *p, const char *text) {
  int a, b;
  p->a = p->b = 0;
  if (sscanf(text, "%d.%d", &a, &b) < 1) return 0;
  return a + b;
}

/* An error is above zero, so that what failed is told to have failed. */
static int read_text(int fd, char *to, size_t size) {
  size_t done = 0;
  while (done < size - 1) {
    ssize_t n = read(fd, to + done, size - 1 - done);
    if (n == 0) break;
    if (n > 0) {
      done += (size_t)n;
    } else {
      if (errno == EAGAIN || errno == EINTR) continue;
      return -errno;
    }
  }
  to[done] = 0;
  return (int)done;
}
long number_read_good(int fd) {
  char text[16];
  if (read_text(fd, text, sizeof text) < 0) return -1;
  return strtol(text, NULL, 10);
}
long number_read_bad(int fd) {
  char text[16];
  if (read_text(fd, text, sizeof text) == 0) return -1;
  return strtol(text, NULL, 10);
}

/* A struct that is passed or returned in registers is copied: no member is
 * read.  One of which nothing was set tells nobody anything. */
struct span {
  char *at;
  long n;
};
int take_span(struct span s);
struct span some_span_good(long n) {
  struct span s;
  s.n = n;
  if (n > 3) s.at = NULL;
  return s;
}
int copied_span_good(long n) {
  struct span s;
  s.n = n;
  return take_span(s);
}
struct variant {
  int tag;
  union {
    long number;
    double real;
  } u;
};
struct variant tagged_good(int tag) {
  struct variant v;
  v.tag = tag;
  if (tag == 2) v.u.number = 3;
  return v;
}
long tagged_bad(int tag) {
  struct variant v;
  v.tag = tag;
  if (tag == 2) v.u.number = 3;
  return v.u.number;
}
int copied_span_bad(void) {
  struct span s;
  return take_span(s);
}
