/* SPDX-License-Identifier: MIT
 *
 * Models without loops over texts, as proofs use them (models/rough.c): can
 * they do what the C library does?  As member.c, with __cutpoint_rough switched
 * on. */
#define _GNU_SOURCE
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "search.h"

int model___cutpoint_rough(void) {
  return 1;
}

/* What src/pass/over/texts.c makes of it, with every 0 there is. */
void model___cutpoint_rough_zeros(const char *s, size_t n) {
  model___cutpoint_assume(n <= strlen(s));
}

/* Places in texts are tried, and the result. */
static void begin_with(long long number) {
  begin();
  want(number);
  for (long long i = 2; i < 10; i++)
    if (i != number) want(i);
}

/* ---- numbers as results ---- */

MODEL(size_t, strlen, const char *);
MODEL(size_t, strnlen, const char *, size_t);
MODEL(size_t, strspn, const char *, const char *);
MODEL(size_t, strcspn, const char *, const char *);
MODEL(int, atoi, const char *);

#define NUMBER_OF(call)                                                        \
  {                                                                            \
    long long got = -7, real = (long long)call;                                \
    begin_with(real);                                                          \
    MEMBER(#call, got = (long long)model_##call, got == real);                 \
  }

MODEL(int, __cutpoint_sign_memcmp, const void *, const void *, size_t);
MODEL(int, __cutpoint_sign_strcmp, const char *, const char *);
MODEL(int, __cutpoint_sign_strncmp, const char *, const char *, size_t);
MODEL(int, __cutpoint_sign_strcasecmp, const char *, const char *);
MODEL(int, __cutpoint_sign_strncasecmp, const char *, const char *, size_t);

#define SIGN_OF(name, ...)                                                     \
  {                                                                            \
    int got = -7, real = name(__VA_ARGS__);                                    \
    real = (real > 0) - (real < 0);                                            \
    begin_with(real);                                                          \
    MEMBER(#name, got = model___cutpoint_sign_##name(__VA_ARGS__),             \
           got == real);                                                       \
  }

static void numbers(void) {
  char a[24], b[24];
  random_text(a, 8), random_text(b, below(2) ? 3 : 8);
  if (below(3) == 0) strcpy(b, a), b[below(8)] ^= (char)below(4);
  a[23] = b[23] = 0;
  size_t n = below(8), both = strlen(a) < strlen(b) ? strlen(a) : strlen(b);
  if (n < both) both = n;
  NUMBER_OF(strlen(a))
  NUMBER_OF(strnlen(a, n))
  NUMBER_OF(strspn(a, b))
  NUMBER_OF(strcspn(a, b))
  NUMBER_OF(atoi(a))
  SIGN_OF(memcmp, a, b, both)
  SIGN_OF(strcmp, a, b)
  SIGN_OF(strncmp, a, b, n)
  SIGN_OF(strcasecmp, a, b)
  SIGN_OF(strncasecmp, a, b, n)
}

/* ---- places as results ---- */

MODEL(char *, strchr, const char *, int);
MODEL(char *, strrchr, const char *, int);
MODEL(char *, strchrnul, const char *, int);
MODEL(char *, strpbrk, const char *, const char *);
MODEL(char *, strstr, const char *, const char *);
MODEL(char *, strcasestr, const char *, const char *);
MODEL(void *, memchr, const void *, int, size_t);

#define PLACE_OF(call)                                                         \
  {                                                                            \
    const char *got = NULL, *real = call;                                      \
    begin_with(real ? real - a : 0);                                           \
    MEMBER(#call, got = model_##call, got == real);                            \
  }

static void places(void) {
  char a[24], b[24];
  random_text(a, 8), random_text(b, 3);
  int c = below(5) ? "aAbB1"[below(5)] : 0;
  PLACE_OF(strchr(a, c))
  PLACE_OF(strrchr(a, c))
  PLACE_OF(strchrnul(a, c))
  PLACE_OF(strpbrk(a, b))
  PLACE_OF(strstr(a, b))
  PLACE_OF(strcasestr(a, b))
  PLACE_OF(memchr(a, c, strlen(a)))
}

/* ---- copies ---- */

MODEL(char *, strcpy, char *, const char *);
MODEL(char *, stpcpy, char *, const char *);
MODEL(char *, strncpy, char *, const char *, size_t);
MODEL(char *, stpncpy, char *, const char *, size_t);
MODEL(char *, strcat, char *, const char *);
MODEL(char *, strncat, char *, const char *, size_t);
MODEL(char *, strdup, const char *);

/* A copy of `before` is changed by both. */
#define COPY_BY(name, ...)                                                     \
  {                                                                            \
    char real[24], model[24];                                                  \
    const char *end = NULL;                                                    \
    memcpy(real, before, sizeof real);                                         \
    long long at = name(real, __VA_ARGS__) - real;                             \
    begin_with(at);                                                            \
    pair(model, real, sizeof real);                                            \
    MEMBER(#name,                                                              \
           (memcpy(model, before, sizeof model),                               \
            end = model_##name(model, __VA_ARGS__)),                           \
           end == model + at && memcmp(model, real, sizeof real) == 0);        \
  }

/* A new text, of which only the length is told. */
#define TEXT_OF(call)                                                          \
  {                                                                            \
    char *real = call, *got = NULL;                                            \
    begin_with((long long)strlen(real));                                       \
    MEMBER(#call, got = model_##call, strlen(got) == strlen(real));            \
    free(real);                                                                \
  }

static void copies(void) {
  char before[24] = {0}, a[24];
  random_text(before, 8), random_text(a, 8);
  size_t n = below(10);
  COPY_BY(strcpy, a)
  COPY_BY(stpcpy, a)
  COPY_BY(strncpy, a, n)
  COPY_BY(stpncpy, a, n)
  COPY_BY(strcat, a)
  COPY_BY(strncat, a, n)
  TEXT_OF(strdup(""))
}

/* ---- numbers from text ---- */

MODEL(long, strtol, const char *, char **, int);

static void from_text(void) {
  char a[24], *real_end, *end = NULL;
  snprintf(a, sizeof a, "%s%ld%s", below(2) ? " " : "",
           (long)random64() >> below(60), below(2) ? "x" : "");
  if (below(5) == 0) strcpy(a, "z");
  if (below(5) == 0) strcpy(a, "-99999999999999999999");
  long number = strtol(a, &real_end, 10), got = 0;
  begin_with(real_end - a);
  want(number < 0 ? (long)(0 - (unsigned long)number) : number);
  MEMBER("strtol", got = model_strtol(a, &end, 10),
         got == number && end == real_end);
}

/* ---- parts of a text ---- */

MODEL(char *, strtok_r, char *, const char *, char **);

static void tokens(void) {
  char before[24] = {0}, real[24], model[24], *rest, *model_rest = NULL;
  random_text(before, 6);
  memcpy(real, before, sizeof real);
  char *token = strtok_r(real, "a ", &rest), *got = NULL;
  begin_with(token ? token - real : 0);
  MEMBER("strtok_r",
         (memcpy(model, before, sizeof model), model_rest = NULL,
          got = model_strtok_r(model, "a ", &model_rest)),
         (got ? got - model == token - real : !token) &&
             memcmp(model, real, sizeof real) == 0 &&
             (!token || model_rest - model == rest - real));
}

int main(int argc, char **argv) {
  unsigned rounds = argc > 1 ? (unsigned)atoi(argv[1]) : 2000;
  for (unsigned i = 0; i < rounds; i++) {
    numbers();
    places();
    copies();
    from_text();
    tokens();
  }
  printf("models without loops (%zu bit): %u checks, %u failures\n",
         8 * sizeof(void *), checks, failures);
  return failures != 0;
}
