/* SPDX-License-Identifier: MIT
 *
 * Is what the C library does among what its models may do?
 *
 * The real function is called on random arguments; then its model is run until
 * it does the same: same result, same memory.  Whatever the model may choose is
 * chosen here.  Numbers are tried from a short list: those that the real call
 * left behind, and a few more.  Fresh memory gets the bytes that the real
 * function wrote at the same place of its own copy.  A choice that violates an
 * assumption of the model is taken back, and the next is tried (depth first).
 * So a failure means: the model cannot do what the library did. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "search.h"

/* ---- comparisons and classes -----------------------------------------------
 */

MODEL(int, memcmp, const void *, const void *, size_t);
MODEL(int, bcmp, const void *, const void *, size_t);
MODEL(int, strcmp, const char *, const char *);
MODEL(int, strncmp, const char *, const char *, size_t);
MODEL(int, strcoll, const char *, const char *);
MODEL(int, strcasecmp, const char *, const char *);
MODEL(int, strncasecmp, const char *, const char *, size_t);

#define NUMBER_OF(call)                                                        \
  {                                                                            \
    int got = -7, real = call;                                                 \
    begin(), want(real);                                                       \
    MEMBER(#call, got = model_##call, got == real);                            \
  }

static void comparisons(void) {
  char a[24], b[24];
  random_text(a, 8), random_text(b, 8);
  if (below(2)) strcpy(b, a), b[below(8)] ^= (char)below(4);
  a[23] = b[23] = 0;
  size_t n = below(10), most = strlen(a) < strlen(b) ? strlen(a) : strlen(b);
  if (most > n) most = n;
  NUMBER_OF(memcmp(a, b, most))
  NUMBER_OF(bcmp(a, b, most))
  NUMBER_OF(strcmp(a, b))
  NUMBER_OF(strncmp(a, b, n))
  NUMBER_OF(strcoll(a, b))
  NUMBER_OF(strcasecmp(a, b))
  NUMBER_OF(strncasecmp(a, b, n))
}

// clang-format off
#define CLASSES(X) \
  X(isupper) X(islower) X(isalpha) X(isdigit) X(isxdigit) X(isspace) \
  X(isprint) X(isgraph) X(isblank) X(iscntrl) X(ispunct) X(isalnum)
// clang-format on
#define X(name) int model_##name(int);
CLASSES(X)
#undef X

static void classes(void) {
  int c = (int)below(257) - 1;
#define X(name) NUMBER_OF(name(c))
  CLASSES(X)
#undef X
}

/* ---- sorting ---------------------------------------------------------------
 */

typedef int Compare(const void *, const void *);
MODEL(void, qsort, void *, size_t, size_t, Compare *);
MODEL(void *, bsearch, const void *, const void *, size_t, size_t, Compare *);

static int by_key(const void *a, const void *b) {
  const short *p = a, *q = b;
  return (*p > *q) - (*p < *q);
}

/* Pairs of keys that were compared. */
static unsigned char compared[8][8];
static int noting(const void *a, const void *b) {
  compared[*(const short *)a][*(const short *)b] = 1;
  return by_key(a, b);
}

/* The one pair that the model must be able to compare. */
static short want_left, want_right;
static bool has_compared;
static int watching(const void *a, const void *b) {
  if (*(const short *)a == want_left && *(const short *)b == want_right)
    has_compared = true;
  return by_key(a, b);
}

static void sorting(void) {
  short list[8][2], real[8][2], model[8][2];
  size_t n = below(8);
  for (size_t i = 0; i < n; i++)
    list[i][0] = (short)below(8), list[i][1] = (short)i;
  memcpy(real, list, sizeof list);
  qsort(real, n, sizeof *real, by_key);
  begin();
  MEMBER("qsort",
         (memcpy(model, list, sizeof list),
          model_qsort(model, n, sizeof *model, by_key)),
         memcmp(model, real, n * sizeof *model) == 0);
  memset(compared, 0, sizeof compared);
  memcpy(real, list, sizeof list);
  qsort(real, n, sizeof *real, noting);
  for (short a = 0; a < 8; a++)
    for (short b = 0; b < 8; b++) {
      if (!compared[a][b]) continue;
      begin();
      for (size_t i = 2; i < n; i++) want((long long)i);
      want_left = a, want_right = b;
      MEMBER("qsort's comparisons",
             (memcpy(model, list, sizeof list), has_compared = false,
              model_qsort(model, n, sizeof *model, watching)),
             has_compared);
    }
  short key = (short)below(8), *got = NULL;
  short *want_found = bsearch(&key, real, n, sizeof *real, by_key);
  begin();
  MEMBER("bsearch", got = model_bsearch(&key, real, n, sizeof *real, by_key),
         (got == NULL) == (want_found == NULL) &&
             (!got || *got == *want_found));
}

/* ---- memory ----------------------------------------------------------------
 */

MODEL(void *, realloc, void *, size_t);

static void memory(void) {
  size_t n = 1 + below(40), m = 1 + below(40);
  size_t kept = n < m ? n : m;
  char *old = malloc(n), *got = NULL;
  for (size_t i = 0; i < n; i++) old[i] = (char)random64();
  char *copy = malloc(n);
  memcpy(copy, old, n);
  char *real = realloc(copy, m);
  begin();
  want((long long)kept);
  /* its address is the encoder's business */
  MEMBER("realloc", got = model_realloc(old, m), memcmp(got, real, kept) == 0);
  free(real);
  free(old);
}

/* ---- text from numbers, numbers from text ----------------------------------
 */

int model_snprintf(char *, size_t, const char *, ...);
int model_sprintf(char *, const char *, ...);
int model_asprintf(char **, const char *, ...);
int model_sscanf(const char *, const char *, ...);
MODEL(double, strtod, const char *, char **);
MODEL(char *, strerror, int);

static void printing(void) {
  char real[64], model[64], *made = NULL;
  size_t room = below(20);
  int x = (int)random64(), n, got = 0;
  memset(real, 9, sizeof real), memset(model, 9, sizeof model);
  n = snprintf(real, room, "%d:%s", x, "ab");
  begin(), pair(model, real, room), want(n),
      want((long long)strnlen(real, room));
  MEMBER("snprintf", got = model_snprintf(model, room, "%d:%s", x, "ab"),
         got == n && memcmp(real, model, sizeof real) == 0);
  n = sprintf(real, "%d:%s", x, "ab");
  begin(), pair(model, real, sizeof real), want(n);
  MEMBER("sprintf", got = model_sprintf(model, "%d:%s", x, "ab"),
         got == n && strcmp(real, model) == 0);
  begin(), want(n + 1);
  MEMBER("asprintf", got = model_asprintf(&made, "%d:%s", x, "ab"), got == n);
}

static void scanning(void) {
  static const char *const texts[] = {"12 ab", "x", "", "-7", "99 longword"};
  const char *text = texts[below(5)];
  struct {
    int number;
    char word[12];
  } real, model;
  int got = 0;
  memset(&real, 9, sizeof real);
  int n = sscanf(text, "%d %11s", &real.number, real.word);
  begin(), pair(&model, &real, sizeof real), want(n);
  want((long long)strnlen(real.word, 12));
  MEMBER("sscanf",
         (memset(&model, 9, sizeof model),
          got = model_sscanf(text, "%d %11s", &model.number, model.word)),
         got == n && memcmp(&real, &model, sizeof real) == 0);
}

static void floats(void) {
  static const char *const texts[] = {"1.5", "x",     "",       " -3e2z",
                                      "inf", "0x1p3", "1e-400", "1e999"};
  const char *text = texts[below(8)];
  char *end, *got_end = NULL;
  double real = strtod(text, &end), got = 0;
  begin(), want_real(real), want(end - text);
  MEMBER("strtod", got = model_strtod(text, &got_end),
         memcmp(&got, &real, sizeof got) == 0 && got_end == end);
}

static void messages(void) {
  int number = below(2) ? (int)below(150) : (int)random64();
  const char *real = strerror(number), *got = NULL;
  char text[256];
  snprintf(text, sizeof text, "%s", real);
  begin(), want((long long)strlen(text));
  /* its memory is not known before the first call */
  MEMBER("strerror",
         (pair((char *)(got ? got : ""), text, got ? 64 : 0),
          got = model_strerror(number)),
         got && strcmp(got, text) == 0);
}

/* ---- input and output ------------------------------------------------------
 */

MODEL(char *, fgets, char *, int, void *);
MODEL(ssize_t, getline, char **, size_t *, void *);
MODEL(size_t, fread, void *, size_t, size_t, void *);
MODEL(ssize_t, read, int, void *, size_t);
MODEL(int, fgetc, void *);
MODEL(int, ungetc, int, void *);
MODEL(int, putchar, int);
MODEL(size_t, fwrite, const void *, size_t, size_t, void *);
MODEL(ssize_t, write, int, const void *, size_t);

/* A stream that gives some bytes, and then fails or ends. */
typedef struct Source {
  char text[16];
  size_t n, at;
  bool fails;
} Source;

static ssize_t source_read(void *cookie, char *to, size_t n) {
  Source *s = cookie;
  if (s->at == s->n && s->fails) {
    errno = EIO;
    return -1;
  }
  if (n > s->n - s->at) n = s->n - s->at;
  memcpy(to, s->text + s->at, n);
  s->at += n;
  return (ssize_t)n;
}

static FILE *open_source(Source *s) {
  s->n = below(12), s->at = 0, s->fails = below(2);
  for (size_t i = 0; i < s->n; i++) s->text[i] = "ab\n1 "[below(5)];
  FILE *stream =
      fopencookie(s, "r", (cookie_io_functions_t){.read = source_read});
  setvbuf(stream, NULL, _IONBF, 0);
  return stream;
}

/* Into room that there is. */
static void whole_line(FILE *from) {
  char *line = malloc(32), model[32], *at = model;
  size_t room = 32, got_room = 32;
  memset(line, 9, 32);
  ssize_t n = getline(&line, &room, from), got = 0;
  begin(), pair(model, line, 32);
  want((long long)n - 1); /* a line is not empty */
  MEMBER("getline",
         (memset(model, 9, 32), at = model, got_room = 32,
          got = model_getline(&at, &got_room, from)),
         got == n && at == model && got_room == 32 &&
             memcmp(model, line, 32) == 0);
  free(line);
}

static void input(void) {
  Source source;
  char real[16], model[16];
  FILE *from = open_source(&source);
  int room = (int)below(14), c = fgetc(from), got_c = 0;
  begin(), want(c);
  MEMBER("fgetc", got_c = model_fgetc(from), got_c == c);
  int back = c == EOF ? EOF : ungetc(c, from);
  begin();
  MEMBER("ungetc", got_c = model_ungetc(c, from), got_c == back);
  memset(real, 9, sizeof real);
  char *line = fgets(real, room, from), *got = NULL;
  begin(), pair(model, real, sizeof real);
  want((long long)strnlen(real, sizeof real) - 1); /* a line is not empty */
  MEMBER("fgets",
         (memset(model, 9, sizeof model), got = model_fgets(model, room, from)),
         (got == NULL) == (line == NULL) &&
             memcmp(model, real, sizeof real) == 0);
  whole_line(from);
  memset(real, 9, sizeof real);
  size_t n = fread(real, 2, (size_t)room / 2, from), got_n = 0;
  begin(), pair(model, real, sizeof real), want((long long)n);
  MEMBER("fread",
         (memset(model, 9, sizeof model),
          got_n = model_fread(model, 2, (size_t)room / 2, from)),
         got_n == n && memcmp(model, real, sizeof real) == 0);
  fclose(from);
}

static void descriptors(void) {
  char real[16], model[16];
  int ends[2];
  if (pipe(ends) != 0) return;
  ssize_t got = 0, n = write(ends[1], "abcdef", below(7));
  begin(), want(n);
  MEMBER("write", got = model_write(ends[1], "abcdef", 6), got == n);
  close(ends[1]);
  memset(real, 9, sizeof real);
  size_t most = below(10);
  int from = below(4) ? ends[0] : -1;
  n = read(from, real, most);
  begin(), pair(model, real, sizeof real), want(n);
  MEMBER("read",
         (memset(model, 9, sizeof model), got = model_read(from, model, most)),
         got == n && memcmp(model, real, sizeof real) == 0);
  close(ends[0]);
}

/* ---- time ------------------------------------------------------------------
 */

MODEL(struct tm *, gmtime_r, const time_t *, struct tm *);
MODEL(struct tm *, localtime_r, const time_t *, struct tm *);
MODEL(time_t, mktime, struct tm *);
MODEL(char *, asctime, const struct tm *);
MODEL(char *, asctime_r, const struct tm *, char *);
MODEL(size_t, strftime, char *, size_t, const char *, const struct tm *);

static bool same_date(const struct tm *a, const struct tm *b) {
  return a->tm_sec == b->tm_sec && a->tm_min == b->tm_min &&
         a->tm_hour == b->tm_hour && a->tm_mday == b->tm_mday &&
         a->tm_mon == b->tm_mon && a->tm_year == b->tm_year &&
         a->tm_wday == b->tm_wday && a->tm_yday == b->tm_yday &&
         a->tm_isdst == b->tm_isdst;
}

/* The fields are numbers that the model asks for one after the other; to try
 * all would be too much, so one is asked for at a time. */
static void dates(void) {
  time_t when = (time_t)(random64() >> (below(2) ? 32 : 4));
  struct tm real, model = {0}, *got = NULL;
  memset(&real, 0, sizeof real);
  struct tm *date = gmtime_r(&when, &real);
  const int *fields = (const int *)&real, *others = (const int *)&model;
  for (int i = 0; date && i < 9; i++) {
    begin(), want(fields[i]);
    MEMBER("gmtime_r", got = model_gmtime_r(&when, &model),
           got && others[i] == fields[i]);
  }
  if (!date) {
    begin(), pair(&model, &real, sizeof real);
    MEMBER(
        "gmtime_r that fails",
        (memset(&model, 0, sizeof model), got = model_gmtime_r(&when, &model)),
        !got && same_date(&model, &real));
  }
}

static void texts_of_dates(void) {
  struct tm date = {.tm_mday = 1 + (int)below(28), .tm_mon = (int)below(12)};
  static const int years[] = {100, 8099, 8100, 100000, INT_MAX, -1900, INT_MIN};
  date.tm_year = years[below(7)];
  char real[200], model[200], *got = NULL;
  memset(real, 0, sizeof real), memset(model, 0, sizeof model);
  char *text = asctime(&date);
  if (text) snprintf(real, sizeof real, "%s", text);
  begin(), want((long long)strlen(real));
  MEMBER("asctime",
         (pair(got ? got : model, real, 128), got = model_asctime(&date)),
         text ? got && strcmp(got, real) == 0 : got == NULL);
  memset(real, 9, sizeof real);
  text = asctime_r(&date, real);
  got = NULL;
  begin(), pair(model, real, sizeof real);
  want((long long)strnlen(real, sizeof real));
  MEMBER("asctime_r",
         (memset(model, 9, sizeof model), got = model_asctime_r(&date, model)),
         (got == NULL) == (text == NULL) &&
             memcmp(model, real, sizeof real) == 0);
  size_t room = below(40), n, got_n = 0;
  memset(real, 9, sizeof real);
  n = strftime(real, room, "%Y-%m-%d %H:%M", &date);
  begin(), pair(model, real, sizeof real), want((long long)n);
  MEMBER("strftime",
         (memset(model, 9, sizeof model),
          got_n = model_strftime(model, room, "%Y-%m-%d %H:%M", &date)),
         got_n == n && memcmp(model, real, sizeof real) == 0);
}

/* ---- the world outside -----------------------------------------------------
 */

MODEL(int, stat, const char *, void *);
MODEL(int, uname, void *);
MODEL(char *, getcwd, char *, size_t);
MODEL(int, gethostname, char *, size_t);
MODEL(int, getrusage, int, void *);
MODEL(int, getrlimit, int, void *);
MODEL(int, clock_gettime, int, void *);
MODEL(int, gettimeofday, void *, void *);
MODEL(long, times, void *);
MODEL(int, poll, struct pollfd *, unsigned long, int);
MODEL(int, rand, void);
MODEL(long, random, void);
MODEL(long, lrand48, void);
MODEL(long, mrand48, void);
MODEL(long, time, long *);
MODEL(char *, getenv, const char *);

/* A call that answers in memory of the caller: room for it is at `room`. */
#define ANSWER(bytes, call, model_call)                                        \
  {                                                                            \
    char kept[bytes], room[bytes];                                             \
    memset(room, 9, sizeof room);                                              \
    long long real = call, got = -7;                                           \
    memcpy(kept, room, sizeof room);                                           \
    begin(), pair(room, kept, sizeof room), want(real), want(-1);              \
    MEMBER(#call, (memset(room, 9, sizeof room), got = model_call),            \
           got == real && memcmp(kept, room, sizeof room) == 0);               \
  }

static void outside(void) {
  const char *path = below(2) ? "/" : "/no such file";
  ANSWER(512, stat(path, (void *)room), model_stat(path, room))
  ANSWER(512, uname((void *)room), model_uname(room))
  ANSWER(512, gethostname(room, 512), model_gethostname(room, 512))
  ANSWER(512, getrusage(RUSAGE_SELF, (void *)room), model_getrusage(0, room))
  ANSWER(64, getrlimit(RLIMIT_CORE, (void *)room),
         model_getrlimit(RLIMIT_CORE, room))
  ANSWER(64, clock_gettime(CLOCK_REALTIME, (void *)room),
         model_clock_gettime(0, room))
  ANSWER(64, gettimeofday((void *)room, NULL), model_gettimeofday(room, NULL))
  ANSWER(64, (long)times((void *)room), model_times(room))
  struct pollfd real = {.fd = 1, .events = POLLOUT}, model;
  int n = poll(&real, 1, 0), got = 0;
  begin(), pair(&model, &real, sizeof real), want(n);
  MEMBER("poll",
         (model = (struct pollfd){.fd = 1, .events = POLLOUT},
          got = model_poll(&model, 1, 0)),
         got == n && memcmp(&model, &real, sizeof real) == 0);
}

static void names(void) {
  char real[256], model[256], *got = NULL;
  size_t room = below(3) ? 256 : 1;
  memset(real, 9, sizeof real);
  char *name = getcwd(real, room);
  begin(), pair(model, real, sizeof real);
  want((long long)strnlen(real, sizeof real));
  MEMBER("getcwd",
         (memset(model, 9, sizeof model), got = model_getcwd(model, room)),
         (got == NULL) == (name == NULL) &&
             memcmp(model, real, sizeof real) == 0);
  name = getenv("PATH");
  begin(), want(name ? (long long)strlen(name) + 1 : 1);
  MEMBER("getenv", got = model_getenv("PATH"), (got == NULL) == (name == NULL));
}

static void numbers(void) {
  NUMBER_OF(rand())
#define LONG_OF(call, ours)                                                    \
  {                                                                            \
    long real = call, got = -7;                                                \
    begin(), want(real);                                                       \
    MEMBER(#call, got = ours, got == real);                                    \
  }
  LONG_OF(random(), model_random())
  LONG_OF(lrand48(), model_lrand48())
  LONG_OF(mrand48(), model_mrand48())
  LONG_OF((long)time(NULL), model_time(NULL))
}

int main(int argc, char **argv) {
  unsigned rounds = argc > 1 ? (unsigned)atoi(argv[1]) : 2000;
  for (unsigned i = 0; i < rounds; i++) {
    comparisons(), classes(), sorting(), memory();
    printing(), scanning(), floats(), messages();
    input(), descriptors(), dates(), texts_of_dates();
    outside(), names(), numbers();
  }
  printf("models: %u calls of the C library, %u not among the model's\n",
         checks, failures);
  return failures ? 1 : 0;
}
