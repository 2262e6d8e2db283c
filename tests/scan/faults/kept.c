/* SPDX-License-Identifier: MIT
 *
 * What is stored in members and globals, in ways that are easily overlooked:
 * no premise about them may say that it is not there. */
#include <stdio.h>
#include <stdlib.h>

static int room[8], place;

/* Numbers that are counted up, shorter than an int. */
struct shorts {
  signed char c;
  unsigned short u;
};
static struct shorts *s;
static unsigned char times = 1;

void up(void) {
  s->c += 2;
  s->u = s->u + 1;
  times += 1;
}
int at_char(void) {
  return room[s->c]; /* fails: bounds */
}
int at_short(void) {
  return room[s->u]; /* fails: bounds */
}
int at_times(void) {
  return 100 / times; /* fails: div */
}

/* A step from what is there already, or from its start. */
static int wheel = 1;
void turn(int back) {
  wheel = (back ? 1 : wheel) + 2;
}
int at_wheel(void) {
  return room[wheel]; /* fails: bounds */
}

/* Less, but not by what was added; and less by less than nothing. */
static int left = 9, rest = 2;
void take(int n) {
  left--;
  rest -= n;
}
int at_left(void) {
  return 100 / (left - 8); /* fails: div */
}
int at_rest(void) {
  return room[rest & 31]; /* fails: bounds */
}

/* All who care take the member as unsigned, but a copy is signed. */
struct sizes {
  unsigned n;
};
static struct sizes *z;
static int n_copy = 1;
unsigned long as_size(void) {
  return z->n;
}
void copy(void) {
  n_copy = z->n;
}
int at_copy(void) {
  if (n_copy > 7) return 0;
  return room[n_copy]; /* fails: bounds */
}

/* Sums without a sign go round: of what is limited, and by large steps. */
static unsigned small = 1, sum = 1, mixed = 0x10000000;
void limit(unsigned n) {
  if (n > 0x7fffffff) return;
  small = n;
}
void sum_up(void) {
  sum = small + 1;
}
int at_sum(void) {
  int i = (int)sum;
  return i < 0 ? 1 / (i - i) : 0; /* fails: div */
}
void mix(void) {
  mixed += 0x10000000;
}
int at_mixed(void) {
  return 1 / mixed; /* fails: div */
}

/* Many members, and many in members. */
struct many {
  int f00, f01, f02, f03, f04, f05, f06, f07, f08, f09;
  int f10, f11, f12, f13, f14, f15, f16, f17, f18, f19;
  int f20, f21, f22, f23, f24, f25, f26, f27, f28, f29;
  int f30, f31, f32, f33, f34, f35, f36, f37, f38, f39;
  int f40, f41, f42, f43, f44, f45, f46, f47, f48, f49;
  int f50, f51, f52, f53, f54, f55, f56, f57, f58, f59;
  int f60, f61, f62, f63, f64, f65, f66, f67, f68, f69;
  int d, *q;
};
struct more {
  struct shorts all[40];
  int d, *q;
};
static struct many *m;
static struct more *o;
int at_many(void) {
  return room[m->d]; /* fails: bounds */
}
int at_more(void) {
  int *q = o->q;
  return *q; /* fails: null-deref */
}

static void make(FILE *f) {
  s = malloc(sizeof *s);
  z = malloc(sizeof *z);
  m = malloc(sizeof *m);
  o = malloc(sizeof *o);
  if (!s || !z || !m || !o) exit(1);
  s->c = 1;
  s->u = 1;
  m->d = o->d = 5;
  m->q = o->q = &place;
  if (fread(&z->n, sizeof z->n, 1, f) != 1) exit(1);
  if (fread(m, sizeof *m, 1, f) != 1) exit(1);
  if (fread(o, sizeof *o, 1, f) != 1) exit(1);
}
int main(int argc, char **argv) {
  FILE *f = argc > 1 ? fopen(argv[1], "r") : NULL;
  if (!f) return 1;
  make(f);
  for (int i = 0; i < argc; i++) {
    up();
    turn(i == 5);
    take(1 - i);
  }
  copy();
  limit(argc == 10 ? 0x7fffffff : 1);
  sum_up();
  for (int i = 0; i < 15; i++) mix();
  switch (argc) {
  case 2: return at_char();
  case 3: return at_short();
  case 4: return at_times();
  case 5: return at_wheel();
  case 6: return at_left();
  case 7: return at_rest();
  case 8: return at_copy() + (int)as_size();
  case 9: return at_many();
  case 10: return at_sum();
  case 11: return at_mixed();
  default: return at_more();
  }
}
