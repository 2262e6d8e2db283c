/* SPDX-License-Identifier: MIT
 *
 * Growing text and whole-file input and output. */
#include "base/base.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

void text_init(Text *out, Mem *mem) {
  *out = (Text){.mem = mem};
}

void text_done(Text *out) {
  mem_free(out->mem, out->text, out->cap);
  text_init(out, out->mem);
}

void text_cut(Text *out, size_t n) {
  require(n <= out->n);
  out->n = n;
  if (out->text) out->text[n] = 0;
}

void text_clear(Text *out) {
  text_cut(out, 0);
}

static void text_reserve(Text *out, size_t more) {
  assert(out->n < out->cap || (out->n == 0 && !out->text));
  if (out->cap - out->n > more) return;
  size_t cap = out->cap ? out->cap * 2 : 64;
  while (cap - out->n <= more) cap *= 2;
  out->text = mem_resize(out->mem, out->text, out->cap, cap);
  out->cap = cap;
}

void text_add_n(Text *out, const char *piece, size_t n) {
  text_reserve(out, n);
  memcpy(out->text + out->n, piece, n);
  out->n += n;
  out->text[out->n] = 0;
}

void text_add(Text *out, const char *piece) {
  text_add_n(out, piece, strlen(piece));
}

void text_char(Text *out, char c) {
  text_add_n(out, &c, 1);
}

void text_add_escaped(Text *out, const char *piece) {
  for (; *piece; piece++) {
    if (*piece == '"' || *piece == '\\') text_char(out, '\\');
    text_char(out, *piece);
  }
}

void text_printf(Text *out, const char *format, ...) {
  va_list args;
  va_start(args, format);
  int n = vsnprintf(NULL, 0, format, args);
  va_end(args);
  require(n >= 0);
  text_reserve(out, (size_t)n);
  va_start(args, format);
  vsnprintf(out->text + out->n, (size_t)n + 1, format, args);
  va_end(args);
  out->n += (size_t)n;
}

const char *text_get(const Text *out) {
  return out->text ? out->text : "";
}

/* What is no ordinary file may have no end (/dev/zero), or nobody who writes
 * into it (a FIFO): it is read as far as it comes within some time. */
enum { PATIENCE_SECONDS = 10 };
#define MOST_OF_FILE   ((size_t)1 << 30)
#define MOST_OF_OTHERS ((size_t)1 << 26)

/* Is there something to read, or the end, before `deadline`? */
static bool wait_for_input(int file, double deadline) {
  struct pollfd asked = {.fd = file, .events = POLLIN};
  double left = deadline - clock_now();
  int got = left <= 0 ? 0 : poll(&asked, 1, (int)(left * 1000) + 1);
  if (got == 0) errno = ETIME;
  return got > 0 || (got < 0 && errno == EINTR);
}

static bool read_all(Text *out, int file) {
  struct stat about;
  if (fstat(file, &about) != 0) return false;
  bool ordinary = S_ISREG(about.st_mode);
  double deadline = clock_now() + PATIENCE_SECONDS;
  size_t start = out->n, most = ordinary ? MOST_OF_FILE : MOST_OF_OTHERS;
  char part[1 << 14];
  for (;;) {
    if (!ordinary && !wait_for_input(file, deadline)) return false;
    ssize_t got = read(file, part, sizeof part);
    if (got == 0) return true;
    if (got < 0 && errno != EINTR && errno != EAGAIN) return false;
    if (got > 0) text_add_n(out, part, (size_t)got);
    if (out->n - start > most) return errno = EFBIG, false;
  }
}

bool file_is_stream(const char *path) {
  struct stat about;
  return stat(path, &about) == 0 && !S_ISREG(about.st_mode) &&
         !S_ISDIR(about.st_mode);
}

bool file_read(Text *out, const char *path) {
  /* Opening a FIFO would wait for a writer. */
  int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return false;
  bool whole = read_all(out, file);
  int error = errno;
  close(file);
  errno = error;
  return whole;
}

bool file_write(const char *path, const char *text, size_t n) {
  char beside[4096];
  int length =
      snprintf(beside, sizeof beside, "%s.%ld.part", path, (long)getpid());
  if (length < 0 || (size_t)length >= sizeof beside) {
    errno = ENAMETOOLONG;
    return false;
  }
  FILE *file = fopen(beside, "wb");
  if (!file) return false;
  bool whole = fwrite(text, 1, n, file) == n && fflush(file) == 0;
  int error = whole ? 0 : errno;
  if (fclose(file) != 0 && !error) error = errno;
  if (!error && rename(beside, path) != 0) error = errno;
  if (error) unlink(beside);
  errno = error;
  return error == 0;
}

bool text_lists(const char *words, const char *word) {
  assert(words[0] == ' ');
  size_t n = strlen(word);
  for (const char *at = words; n && (at = strstr(at, word)); at++)
    if (at[-1] == ' ' && at[n] == ' ') return true;
  return false;
}
