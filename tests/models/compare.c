/* SPDX-License-Identifier: MIT
 *
 * The exact library models against the system's libc, on random inputs.  The
 * models are compiled as they are shipped; their symbols then get the prefix
 * model_ (objcopy), and the primitives are given here. */
#include "numbers.h"
#include "texts.h"

/* ---- the primitives -------------------------------------------------------
 */

void *model___cutpoint_alloc(size_t n) {
  return malloc(n ? n : 1);
}
unsigned char model___cutpoint_may_fail(void) {
  return 0;
}
void model___cutpoint_free(void *p) {
  free(p);
}
size_t model___cutpoint_kept(const void *old, size_t n) { /* not called */
  return old ? n : 0;
}
void model___cutpoint_havoc(void *at, size_t n) {
  for (size_t i = 0; i < n; i++) ((char *)at)[i] = (char)random64();
}
void model___cutpoint_havoc_object(void *at) {
  (void)at;
}
size_t model___cutpoint_nondet_size_t(void) {
  return below(5); /* the least room that is used below */
}
unsigned char model___cutpoint_nondet_uchar(void) {
  return (unsigned char)random64();
}
int model___cutpoint_nondet_int(void) {
  return (int)random64();
}
unsigned long model___cutpoint_nondet_ulong(void) {
  return 0;
}
long model___cutpoint_nondet_long(void) {
  return (long)random64();
}
float model___cutpoint_nondet_float(void) {
  return 0;
}
double model___cutpoint_nondet_double(void) {
  return 0;
}
long double model___cutpoint_nondet_long_double(void) {
  return 0;
}
void model___cutpoint_assume(int condition) {
  (void)condition;
}
_Noreturn void model___cutpoint_stop_abort(void) {
  abort();
}
_Noreturn void model___cutpoint_unsupported_scanf_format(void) {
  abort();
}
_Noreturn void model___cutpoint_unsupported_getdelim_without_a_line(void) {
  abort();
}
void model___cutpoint_unsupported_a_buffer_that_a_stream_is_given(void) {}
void model___cutpoint_premise_qsort_keeps_the_order_of_equal_elements(void) {}
void model___cutpoint_premise_fmin_and_fmax_give_the_second_of_two_zeros(void) {
}
void model___cutpoint_premise_bsearch_halves_the_array(void) {}
void *model_test_memcpy(void *to, const void *from, size_t n) {
  return memmove(to, from, n);
}
void *model_test_memset(void *to, int byte, size_t n) {
  return memset(to, byte, n);
}
#define ROUNDING(name)                                                         \
  double model_test_##name(double x) {                                         \
    return name(x);                                                            \
  }                                                                            \
  float model_test_##name##f(float x) {                                        \
    return name##f(x);                                                         \
  }                                                                            \
  long double model_test_##name##l(long double x) {                            \
    return name##l(x);                                                         \
  }
ROUNDING(sqrt)
ROUNDING(floor)
ROUNDING(ceil)
ROUNDING(trunc)
ROUNDING(round)
ROUNDING(roundeven)
double model_test_fma(double x, double y, double z) {
  return fma(x, y, z);
}
float model_test_fmaf(float x, float y, float z) {
  return fmaf(x, y, z);
}
long double model_test_fmal(long double x, long double y, long double z) {
  return fmal(x, y, z);
}

/* ---- sorting
 * ----------------------------------------------------------------- */

typedef int Compare(const void *, const void *);
MODEL(void, __cutpoint_pure_qsort, void *, size_t, size_t, Compare *);
MODEL(void *, __cutpoint_pure_bsearch, const void *, const void *, size_t,
      size_t, Compare *);

static int by_key(const void *a, const void *b) {
  const short *p = a, *q = b;
  return (*p > *q) - (*p < *q);
}

static void sorting(void) {
  short x[20][3], y[20][3];
  size_t n = below(20);
  for (size_t i = 0; i < n; i++)
    x[i][0] = (short)below(8), x[i][1] = (short)i, x[i][2] = 0;
  memcpy(y, x, sizeof y);
  model___cutpoint_pure_qsort(x, n, sizeof x[0], by_key),
      qsort(y, n, sizeof y[0], by_key);
  CHECK(memcmp(x, y, n * sizeof x[0]) == 0);
  short key = (short)below(10), *found;
  found = model___cutpoint_pure_bsearch(&key, x, n, sizeof x[0], by_key);
  void *want = bsearch(&key, x, n, sizeof x[0], by_key);
  CHECK((found == NULL) == (want == NULL));
  CHECK(!found || *found == key);
}

/* ---- input: what the models store stays within what they may
 * ----------------- */

int model_sscanf(const char *, const char *, ...);
char *model_fgets(char *, int, void *);

static void input(void) {
  char text[8], c = 5, line[16];
  short h[2] = {1, 1};
  int i[2] = {1, 1};
  long long q[2] = {1, 1};
  double d[2] = {1, 1};
  memset(text, 9, sizeof text), memset(line, 9, sizeof line);
  int n = model_sscanf("", "%hd, %d %%%*d %4s%lld%lf %c", h, i, text, q, d, &c);
  CHECK(n >= -1 && n <= 6);
  CHECK(h[1] == 1 && i[1] == 1 && q[1] == 1 && d[1] == 1);
  CHECK(text[5] == 9 && (n < 3 || memchr(text, 0, 5)));
  CHECK(n >= 1 || h[0] == 1);
  if (model_fgets(line, 10, line)) CHECK(line[10] == 9);
}

int main(int argc, char **argv) {
  unsigned rounds = argc > 1 ? (unsigned)atoi(argv[1]) : 20000;
  characters();
  for (unsigned i = 0; i < rounds; i++) {
    text_reads(), text_writes(), text_of_others(), text_tokens();
    wide_reads(), wide_writes(), lengths();
    numbers(), plain_numbers(), sorting(), input();
    floats(), long_floats(), rounded_to_integers();
  }
  printf("models: %u checks, %u failures\n", checks, failures);
  return failures ? 1 : 0;
}
