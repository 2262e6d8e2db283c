/* SPDX-License-Identifier: MIT
 *
 * Growing text and whole-file input and output. */
#include "base/base.h"

#include <errno.h>
#include <stdlib.h>
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

bool file_read(Text *out, const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) return false;
  char part[1 << 14];
  size_t got;
  size_t most = (size_t)1 << 30; /* /dev/zero has no end */
  while (out->n <= most && (got = fread(part, 1, sizeof part, file)) > 0)
    text_add_n(out, part, got);
  int error = ferror(file) ? errno : out->n > most ? EFBIG : 0;
  fclose(file);
  errno = error;
  return error == 0;
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
