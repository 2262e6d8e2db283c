/* SPDX-License-Identifier: MIT
 *
 * More pairs for the check 'bounds', see bounds.c: indices that grow with the
 * data, further than loops are unrolled; objects behind members. */
#include <stdlib.h>
#include <string.h>

int next(int);
void use(const char *);

void quoted_bad(const char *text) {
  char out[1024];
  int i, j;
  for (i = j = 0; text[i]; i++) {
    if (text[i] == '"') out[j++] = '\\';
    out[j++] = text[i];
  }
  use(out);
}
void quoted_good(const char *text) {
  char out[1024];
  int i, j;
  for (i = j = 0; text[i]; i++) {
    if (j > 1000) break;
    if (text[i] == '"') out[j++] = '\\';
    out[j++] = text[i];
  }
  use(out);
}

struct line {
  int used;
  char *text;
};
void expanded_bad(struct line *l) {
  char out[256];
  int n = 0;
  for (int i = 0; i < l->used; i++) {
    if (l->text[i] == '\t') {
      do out[n++] = ' ';
      while (n & 7);
    } else
      out[n++] = l->text[i];
  }
  use(out);
}
void expanded_good(struct line *l) {
  char out[256];
  int n = 0;
  if (l->used > 16) return;
  for (int i = 0; i < l->used; i++) {
    if (l->text[i] == '\t') {
      do out[n++] = ' ';
      while (n & 7);
    } else
      out[n++] = l->text[i];
  }
  use(out);
}
/* Who measures the text knows how much comes. */
void measured_good(const char *text) {
  char out[1024];
  int j = 0;
  if (strlen(text) > 500) return;
  for (; *text; text++) {
    if (*text == '"') out[j++] = '\\';
    out[j++] = *text;
  }
  use(out);
}
/* ... and how often a loop goes round that a constant ends. */
void counted_good(const char *text) {
  char out[1024];
  int j = 0;
  for (int i = 0; i < 500 && text[i]; i++) {
    if (text[i] == '"') out[j++] = '\\';
    out[j++] = text[i];
  }
  use(out);
}
/* ... or with a place that the end is compared with. */
void pointed_good(const char *text) {
  char out[1024], *to = out, *end = out + sizeof out - 2;
  for (; *text; text++) {
    if (to >= end) break;
    if (*text == '"') *to++ = '\\';
    *to++ = *text;
  }
  use(out);
}
void pointed_bad(const char *text) {
  char out[1024], *to = out;
  for (; *text; text++) {
    if (*text == '"') *to++ = '\\';
    *to++ = *text;
  }
  use(out);
}

/* What is allocated is read again from where it was put. */
struct text {
  char *at;
  size_t n;
};
int ended_bad(struct text *t, size_t n) {
  t->at = malloc(n);
  if (!t->at) return 0;
  t->at[n] = 0;
  return 1;
}
int ended_good(struct text *t, size_t n) {
  t->at = malloc(n + 1);
  if (!t->at) return 0;
  t->at[n] = 0;
  return 1;
}
int copied_bad(struct text *t, const char *from) {
  t->n = strlen(from);
  t->at = malloc(t->n);
  if (!t->at) return 0;
  memcpy(t->at, from, t->n + 1);
  return 1;
}
int copied_good(struct text *t, const char *from) {
  t->n = strlen(from);
  t->at = malloc(t->n + 1);
  if (!t->at) return 0;
  memcpy(t->at, from, t->n + 1);
  return 1;
}

/* It fails whenever it is reached; whether it is, what a loop leaves decides.
 */
void line_bad(const double *parts, int n) {
  int i, width = next(n);
  if (width < 40) return;
  char *line = malloc(width);
  if (!line) return;
  memset(line, '.', width);
  for (i = 0; i < 40 || parts[i] < n; i++) n += next(i);
  line[width] = 0;
  use(line);
  free(line);
}
void line_good(const double *parts, int n) {
  int i, width = next(n);
  if (width < 40) return;
  char *line = malloc(width + 1);
  if (!line) return;
  memset(line, '.', width);
  for (i = 0; i < 40 || parts[i] < n; i++) n += next(i);
  line[width] = 0;
  use(line);
  free(line);
}
