/* SPDX-License-Identifier: MIT
 *
 * Counted memory, arenas and growing arrays.  See base.h for the contract. */
#include "base/base.h"

#include <stdlib.h>
#include <unistd.h>

void die(ExitCode code, const char *format, ...) {
  va_list args;
  va_start(args, format);
  fputs("cutpoint: ", stderr);
  vfprintf(stderr, format, args);
  fputc('\n', stderr);
  va_end(args);
  exit(code);
}

void end_process(ExitCode code) {
#ifdef NDEBUG
  fflush(NULL);
  _exit((int)code);
#else
  exit(code);
#endif
}

void require_failed(const char *file, int line, const char *what) {
  fprintf(stderr, "cutpoint: internal error at %s:%d: %s\n", file, line, what);
  abort();
}

void mem_init(Mem *mem, size_t limit) {
  *mem = (Mem){.limit = limit};
}

void mem_done(Mem *mem) {
#ifndef NDEBUG
  if (mem->used != 0) {
    fprintf(stderr, "cutpoint: %zu bytes leaked\n", mem->used);
    abort();
  }
#endif
  mem->used = 0;
}

static void count(Mem *mem, size_t bytes) {
  mem->used += bytes;
  if (mem->used > mem->peak) mem->peak = mem->used;
  if (mem->limit && mem->used > mem->limit)
    die(EXIT_UNKNOWN, "out of memory: the limit of %zu MB is reached",
        mem->limit >> 20);
}

static void *checked(void *got, size_t bytes) {
  if (!got) die(EXIT_UNKNOWN, "out of memory: %zu bytes refused", bytes);
  return got;
}

void *mem_alloc(Mem *mem, size_t bytes) {
  if (bytes == 0) return NULL;
  count(mem, bytes);
  return checked(malloc(bytes), bytes);
}

void *mem_zalloc(Mem *mem, size_t bytes) {
  if (bytes == 0) return NULL;
  count(mem, bytes);
  return checked(calloc(1, bytes), bytes);
}

void *mem_resize(Mem *mem, void *old, size_t old_bytes, size_t new_bytes) {
  assert(old_bytes == 0 || old);
  assert(mem->used >= old_bytes);
  if (new_bytes == 0) {
    mem_free(mem, old, old_bytes);
    return NULL;
  }
  mem->used -= old_bytes;
  count(mem, new_bytes);
  return checked(realloc(old, new_bytes), new_bytes);
}

void mem_free(Mem *mem, void *old, size_t bytes) {
  assert(bytes == 0 || old);
  assert(mem->used >= bytes);
  mem->used -= bytes;
  free(old);
}

/* ---- arenas ---- */

enum { CHUNK_BYTES = 1 << 16, ALIGN = 16 };

struct ArenaChunk {
  ArenaChunk *below;
  size_t bytes; /* of data */
  _Alignas(16) char data[];
};

void arena_init(Arena *arena, Mem *mem) {
  *arena = (Arena){.mem = mem};
}

static void drop_top(Arena *arena) {
  ArenaChunk *top = arena->top;
  arena->top = top->below;
  mem_free(arena->mem, top, sizeof *top + top->bytes);
}

void arena_done(Arena *arena) {
  while (arena->top) drop_top(arena);
  arena->used = 0;
}

void *arena_alloc(Arena *arena, size_t bytes) {
  require(bytes <= SIZE_MAX / 2);
  bytes = (bytes + ALIGN - 1) & ~(size_t)(ALIGN - 1);
  if (!arena->top || arena->top->bytes - arena->used < bytes) {
    size_t want = bytes > CHUNK_BYTES ? bytes : CHUNK_BYTES;
    ArenaChunk *chunk = mem_alloc(arena->mem, sizeof *chunk + want);
    chunk->below = arena->top;
    chunk->bytes = want;
    arena->top = chunk;
    arena->used = 0;
  }
  void *got = arena->top->data + arena->used;
  assert(((uintptr_t)got & (ALIGN - 1)) == 0);
  arena->used += bytes;
  return memset(got, 0, bytes);
}

char *arena_strndup(Arena *arena, const char *text, size_t length) {
  char *copy = arena_alloc(arena, length + 1);
  memcpy(copy, text, length);
  return copy;
}

char *arena_strdup(Arena *arena, const char *text) {
  return arena_strndup(arena, text, strlen(text));
}

char *arena_printf(Arena *arena, const char *format, ...) {
  va_list args;
  va_start(args, format);
  int n = vsnprintf(NULL, 0, format, args);
  va_end(args);
  require(n >= 0);
  char *text = arena_alloc(arena, (size_t)n + 1);
  va_start(args, format);
  vsnprintf(text, (size_t)n + 1, format, args);
  va_end(args);
  return text;
}

ArenaMark arena_mark(const Arena *arena) {
  return (ArenaMark){arena->top, arena->used};
}

void arena_release(Arena *arena, ArenaMark mark) {
  assert(arena->top || !mark.chunk);
  while (arena->top != mark.chunk) drop_top(arena);
  assert(!arena->top || mark.used <= arena->top->bytes);
  arena->used = mark.used;
}

/* ---- growing arrays ---- */

void *vec_grow(Mem *mem, void *at, uint32_t *cap, uint32_t want, size_t size) {
  assert(want > *cap && size > 0);
  uint64_t grown = *cap < 8 ? 8 : (uint64_t)*cap * 2;
  if (grown < want) grown = want;
  require(grown <= UINT32_MAX);
  at = mem_resize(mem, at, *cap * size, (size_t)grown * size);
  *cap = (uint32_t)grown;
  return at;
}
