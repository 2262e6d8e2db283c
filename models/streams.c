/* SPDX-License-Identifier: MIT
 *
 * stdio.h: streams, and directories, which are like them.
 *
 * A stream is an object of the library's.  Whoever reads from it or writes to
 * it looks at the object, so that NULL and streams that were closed are seen
 * where accesses are the property.  To close one is to free it then; elsewhere
 * calls of __cutpoint_stream_ go (src/pass/property.c). */
#include "model.h"

enum { STREAM_BYTES = 256, HEAD_BYTES = 16 }; /* in front of it */

/* Defined nowhere: any contents. */
extern char __cutpoint_standard_in[STREAM_BYTES];
extern char __cutpoint_standard_out[STREAM_BYTES];
extern char __cutpoint_standard_err[STREAM_BYTES];

FILE *stdin = (FILE *)__cutpoint_standard_in;
FILE *stdout = (FILE *)__cutpoint_standard_out;
FILE *stderr = (FILE *)__cutpoint_standard_err;

void __cutpoint_reads_bytes(const void *at, size_t bytes); /* format.c */
/* world.c */
int __cutpoint_world_at_end(int answer, const FILE *stream);
int __cutpoint_world_failed(int answer, const FILE *stream);
void __cutpoint_world_cleared(const FILE *stream);
int __cutpoint_world_moved(int result, const FILE *stream);
void __cutpoint_world_rewound(const FILE *stream);
long __cutpoint_world_place(long place, const FILE *stream);
int __cutpoint_world_number(int number, const FILE *stream);
void __cutpoint_world_numbered(const FILE *stream, int file);

static int is_standard(const void *stream) {
  return stream == __cutpoint_standard_in ||
         stream == __cutpoint_standard_out || stream == __cutpoint_standard_err;
}

void __cutpoint_stream_used(FILE *stream) {
  __cutpoint_reads_bytes(stream, 1);
}

/* ... for the last time.  That a standard stream was closed is forgotten. */
void __cutpoint_stream_closed(void *stream) {
  __cutpoint_reads_bytes(stream, 1);
  if (!is_standard(stream)) __cutpoint_free((char *)stream - HEAD_BYTES);
}

/* ---- opening ---- */

/* NULL or an object of its own, which free does not take. */
static void *any_file(size_t bytes) {
  return model_choice() ? NULL
                        : (char *)__cutpoint_alloc(HEAD_BYTES + bytes) +
                              HEAD_BYTES;
}
FILE *fopen(const char *path, const char *mode) {
  return any_file(STREAM_BYTES);
}
FILE *fopen64(const char *path, const char *mode) {
  return any_file(STREAM_BYTES);
}
FILE *fdopen(int from, const char *mode) {
  FILE *file = any_file(STREAM_BYTES);
  __cutpoint_world_numbered(file, from);
  return file;
}
FILE *tmpfile(void) {
  return any_file(STREAM_BYTES);
}
FILE *tmpfile64(void) {
  return any_file(STREAM_BYTES);
}
FILE *popen(const char *command, const char *mode) {
  return any_file(STREAM_BYTES);
}
FILE *freopen(const char *path, const char *mode, FILE *stream) {
  __cutpoint_stream_used(stream);
  return model_choice() ? NULL : stream;
}

/* ---- directories ---- */

/* What a directory has at the moment (struct dirent of Linux); it is part of the
 * directory's object, so that readdir writes over it, and closedir ends it. */
#define ENTRY(name, Number)                                                    \
  typedef struct name {                                                        \
    Number number, offset;                                                     \
    unsigned short length;                                                     \
    unsigned char kind;                                                        \
    char text[256];                                                            \
  } name
ENTRY(Entry, unsigned long);
ENTRY(Entry64, unsigned long long);

typedef struct Directory {
  char stream[STREAM_BYTES];
  Entry64 entry; /* the larger of the two; the other one ends here, too */
} Directory;

void *opendir(const char *path) {
  return any_file(sizeof(Directory));
}
void *fdopendir(int file) {
  return any_file(sizeof(Directory));
}

#define READ(name, Entry)                                                      \
  void *name(void *directory) {                                                \
    Entry *entry = (Entry *)((Directory *)directory + 1) - 1;                  \
    __cutpoint_stream_used(directory);                                         \
    if (model_choice()) return NULL;                                           \
    __cutpoint_havoc(entry, sizeof *entry);                                    \
    __cutpoint_assume(entry->length >= 24 && entry->length <= sizeof *entry);  \
    __cutpoint_assume(entry->text[0] && entry->text[0] != '/');                \
    entry->text[1 + model_upto(sizeof entry->text - 2)] = 0;                   \
    return entry;                                                              \
  }
READ(readdir, Entry)
READ(readdir64, Entry64)

/* ---- buffers ---- */

void __cutpoint_unsupported_a_buffer_that_a_stream_is_given(void);

int setvbuf(FILE *stream, char *buffer, int mode, size_t bytes) {
  __cutpoint_stream_used(stream);
  if (buffer) __cutpoint_unsupported_a_buffer_that_a_stream_is_given();
  return model_choice() ? EOF : 0;
}
void setbuf(FILE *stream, char *buffer) {
  __cutpoint_stream_used(stream);
  if (buffer) __cutpoint_unsupported_a_buffer_that_a_stream_is_given();
}
void setlinebuf(FILE *stream) {
  __cutpoint_stream_used(stream);
}

/* ---- closing ---- */

int fclose(FILE *stream) {
  __cutpoint_stream_closed(stream);
  return model_choice() ? EOF : 0;
}
int pclose(FILE *stream) {
  __cutpoint_stream_closed(stream);
  return __cutpoint_nondet_int();
}
int closedir(void *directory) {
  __cutpoint_stream_closed(directory);
  return model_choice() ? -1 : 0;
}

/* ---- state ---- */

int feof(FILE *stream) {
  __cutpoint_stream_used(stream);
  return __cutpoint_world_at_end(__cutpoint_nondet_int(), stream);
}
int ferror(FILE *stream) {
  __cutpoint_stream_used(stream);
  return __cutpoint_world_failed(__cutpoint_nondet_int(), stream);
}
void clearerr(FILE *stream) {
  __cutpoint_stream_used(stream);
  __cutpoint_world_cleared(stream);
}
int fileno(FILE *stream) {
  int number = __cutpoint_nondet_int();
  __cutpoint_stream_used(stream);
  if ((void *)stream == __cutpoint_standard_in) return 0;
  if ((void *)stream == __cutpoint_standard_out) return 1;
  if ((void *)stream == __cutpoint_standard_err) return 2;
  __cutpoint_assume(number >= 0);
  return __cutpoint_world_number(number, stream);
}
int fseek(FILE *stream, long offset, int from) {
  __cutpoint_stream_used(stream);
  return __cutpoint_world_moved(model_choice() ? -1 : 0, stream);
}
long ftell(FILE *stream) {
  long place = __cutpoint_nondet_long();
  __cutpoint_stream_used(stream);
  __cutpoint_assume(place >= -1);
  return __cutpoint_world_place(place, stream);
}
void rewind(FILE *stream) {
  __cutpoint_stream_used(stream);
  __cutpoint_world_rewound(stream);
}
