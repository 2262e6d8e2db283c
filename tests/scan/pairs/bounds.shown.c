/* SPDX-License-Identifier: MIT
 *
 * More pairs for the check 'bounds', see bounds.c: objects that callers show by
 * way of memory, globals and other calls. */
#include <stdlib.h>
#include <string.h>

/* What a pointer leads to that a call passes. */
static void behind_bad(char **at) {
  memset(*at, 0, 60);
}
static void behind_good(char **at) {
  memset(*at, 0, 60);
}
void pass_behind(void) {
  char small[40], large[80], *s = small, *l = large;
  behind_bad(&s);
  behind_good(&l);
}

/* ... as anything, from the heap, and below its start. */
static void as_any_bad(void *any) {
  char *to = *(char **)any;
  to[2] = 1;
}
static void as_any_good(void *any) {
  char *to = *(char **)any;
  to[2] = 1;
}
void pass_as_any(void) {
  char *a = malloc(20), *b = malloc(20);
  if (a && b) {
    char *below = a - 4, *inside = b + 4;
    as_any_bad(&below);
    as_any_good(&inside);
  }
  free(a);
  free(b);
}

/* An element of an array, and a member of a struct that is passed itself. */
static int element_bad(int *rows[]) {
  return rows[1][5];
}
static int element_good(int *rows[]) {
  return rows[1][4];
}
struct row {
  int *at;
};
static int member_bad(struct row r) {
  return r.at[7];
}
static int member_good(struct row r) {
  return r.at[6];
}
int pass_rows(void) {
  int five[5] = {1, 2, 3, 4, 5}, seven[7] = {1, 2, 3, 4, 5, 6, 7};
  int *rows[2] = {seven, five};
  struct row r = {seven};
  return element_bad(rows) + element_good(rows) + member_bad(r) +
         member_good(r);
}

/* A global that the caller sets. */
static char *place_bad, *place_good;
static void use_place_bad(void) {
  strcpy(place_bad, "twelve bytes");
}
static void use_place_good(void) {
  strcpy(place_good, "twelve bytes");
}
void set_places(void) {
  char twelve[12], thirteen[13];
  place_bad = twelve;
  use_place_bad();
  place_good = thirteen;
  use_place_good();
}

/* Down four calls. */
static void fourth_bad(char *to) {
  memset(to, 1, 9);
}
static void third_bad(char *to) {
  fourth_bad(to);
}
static void second_bad(char *to) {
  third_bad(to);
}
void first_bad(void) {
  char eight[8];
  second_bad(eight);
}
static void fourth_good(char *to) {
  memset(to, 1, 8);
}
static void third_good(char *to) {
  fourth_good(to);
}
static void second_good(char *to) {
  third_good(to);
}
void first_good(void) {
  char eight[8];
  second_good(eight);
}
