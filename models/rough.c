/* SPDX-License-Identifier: MIT
 *
 * Texts without loops, for proofs.
 *
 * The models of string.h and its like are exact, byte by byte: what a proof has
 * to know of each of their loops is where the text ends.  Few proofs need more
 * of a text than that, and what strtol makes of it is any number to most.  So
 * there is a program for proofs in which these loops are jumped over
 * (src/check/variants.c): __cutpoint_rough answers 1 there, and each model calls
 * what stands here in the place of its loop.  Everywhere else it answers 0, and
 * nothing here is ever run.
 *
 * A loop that walks along a text until its end looks at the bytes from 0 on, up
 * to the first that is 0, or to the first that is outside of the object.  Here
 * any one of these places is chosen, and only that byte is looked at: whatever
 * is wrong with one of them, there is a choice that meets it.  What the loop
 * went on with is a place with a property, as "here is the 0": that is assumed
 * of the place, after the look.  So there are more behaviours than in the loop,
 * never fewer.
 *
 * How far that may be is for __cutpoint_rough_zeros to say
 * (src/pass/over/texts.c): not behind any byte that is 0 now and lies behind
 * the start, whatever else is known. */
#include "model.h"

typedef unsigned char Byte;

int __cutpoint_rough(void) {
  return 0;
}

/* Assumes that `n` is no more than the distance from s to any 0 behind it. */
void __cutpoint_rough_zeros(const char *s, size_t n) {
}

/* Any place of a text that a walk to its end, or along `most` bytes, comes to;
 * `most`: it went on to there. */
static size_t place(const char *s, size_t most) {
  size_t n = model_upto(most);
  __cutpoint_rough_zeros(s, n);
  return n;
}

/* No object is larger. */
static size_t any_place(const char *s) {
  return place(s, (size_t)-1 / 2);
}

size_t __cutpoint_rough_place(const char *s) {
  size_t n = any_place(s);
  return s[n] ? n : n; /* a look */
}

size_t __cutpoint_rough_length(const char *s) {
  size_t n = any_place(s);
  __cutpoint_assume(s[n] == 0);
  return n;
}

size_t __cutpoint_rough_upto(const char *s, size_t most) {
  size_t n = place(s, most);
  if (n < most) __cutpoint_assume(s[n] == 0);
  return n;
}

/* ---- copies: any text of that length ---- */

char *__cutpoint_rough_copy(char *to, size_t length) {
  __cutpoint_havoc(to, length + 1);
  to[length] = 0;
  return to + length;
}

/* All of the room is written, with 0 behind the text. */
char *__cutpoint_rough_fill(char *to, size_t length, size_t room) {
  if (room == 0) return to;
  __cutpoint_havoc(to, room);
  if (length < room) to[length] = to[room - 1] = 0;
  return to + length;
}

/* ---- comparisons ---- */

static Byte lower(Byte c) {
  return c >= 'A' && c <= 'Z' ? (Byte)(c + 32) : c;
}

static int sign(Byte x, Byte y) {
  return x < y ? -1 : x > y;
}

/* The first place where they differ, or where both end. */
int __cutpoint_rough_compare(const char *a, const char *b, size_t most,
                             int any_case) {
  Byte x, y;
  size_t n = place(a, most);
  __cutpoint_rough_zeros(b, n);
  if (n == most) return 0;
  x = (Byte)a[n], y = (Byte)b[n];
  if (any_case) x = lower(x), y = lower(y);
  __cutpoint_assume(x != y || x == 0);
  return sign(x, y);
}

int __cutpoint_rough_memory(const void *a, const void *b, size_t bytes) {
  const Byte *p = a, *q = b;
  size_t n = model_upto(bytes);
  if (n == bytes) return 0;
  __cutpoint_assume(p[n] != q[n]);
  return sign(p[n], q[n]);
}

/* ---- search ---- */

char *__cutpoint_rough_find(const char *s, int c) {
  size_t n = any_place(s);
  __cutpoint_assume(s[n] == (char)c || s[n] == 0);
  return (char *)s + n;
}

char *__cutpoint_rough_find_last(const char *s, int c) {
  size_t length = __cutpoint_rough_length(s), n = model_upto(length);
  if (!(char)c) return (char *)s + length;
  if (model_choice()) return NULL;
  __cutpoint_assume(s[n] == (char)c);
  return (char *)s + n;
}

/* The first of these characters, or the end. */
size_t __cutpoint_rough_find_one(const char *s, const char *of) {
  size_t n = any_place(s), k = any_place(of);
  char c = of[k];
  __cutpoint_assume(s[n] == c || s[n] == 0);
  return n;
}

char *__cutpoint_rough_find_text(const char *in, const char *what) {
  size_t length = __cutpoint_rough_length(what);
  size_t n = any_place(in);
  if (in[n] == 0 || model_choice())
    return length == 0 ? (char *)in : NULL;
  __cutpoint_assume(n <= (size_t)-1 - length);
  __cutpoint_rough_zeros(in, n + length);
  return (char *)in + n;
}

void *__cutpoint_rough_find_byte(const void *in, int byte, size_t bytes) {
  const Byte *p = in;
  size_t n = model_upto(bytes);
  if (n == bytes) return NULL;
  __cutpoint_assume(p[n] == (Byte)byte);
  return (void *)(p + n);
}
