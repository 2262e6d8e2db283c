/* SPDX-License-Identifier: MIT
 *
 * stdlib.h: memory.  Allocation does not fail (a premise) unless the user says
 * --malloc-may-fail; calloc returns NULL when the size does not fit size_t, as
 * every libc does. */
#include "model.h"

int *__errno_location(void);

enum { NO_MEMORY = 12, INVALID = 22 }; /* ENOMEM, EINVAL of Linux */

static void *too_much(void) {
  *__errno_location() = NO_MEMORY;
  return NULL;
}

/* 0 or any number (src/frontend/read/link.c). */
unsigned char __cutpoint_may_fail(void);

void *malloc(size_t bytes) {
  if (__cutpoint_may_fail() & 1) return too_much();
  return __cutpoint_alloc(bytes);
}

void *calloc(size_t count, size_t size) {
  void *object;
  if (size != 0 && count > (size_t)-1 / size) return too_much();
  if (__cutpoint_may_fail() & 1) return too_much();
  object = __cutpoint_alloc(count * size);
  __builtin_memset(object, 0, count * size);
  return object;
}

void free(void *object) {
  if (object) __cutpoint_free(object);
}

void cfree(void *object) {
  if (object) __cutpoint_free(object);
}

/* How many bytes of a heap object stay when it gets room for `bytes`.  Where a
 * run knows the object's size, that; else any number: more behaviours than the
 * real function has, never fewer (INST_MOVES of MEMCPY). */
size_t __cutpoint_kept(const void *old, size_t bytes);

/* The object may stay where it is (C11 7.22.3.5p4): what is allocated here may
 * have the old address (INST_MOVES of ALLOC). */
void *realloc(void *old, size_t bytes) {
  void *object;
  if (old == NULL) return malloc(bytes);
  if (bytes == 0) {
    __cutpoint_free(old);
    return NULL;
  }
  if (__cutpoint_may_fail() & 1) return too_much();
  object = __cutpoint_alloc(bytes);
  __builtin_memcpy(object, old, __cutpoint_kept(old, bytes));
  __cutpoint_free(old);
  return object;
}

void *reallocarray(void *old, size_t count, size_t size) {
  if (size != 0 && count > (size_t)-1 / size) return too_much();
  return realloc(old, count * size);
}

/* Alignment beyond malloc's is known to a run only: of the next object. */
void __cutpoint_confirm_alignment(size_t bytes);

enum { PAGE = 4096 };

static void *aligned(size_t alignment, size_t bytes) {
  if (__cutpoint_may_fail() & 1) return too_much();
  if (alignment >= sizeof(void *)) __cutpoint_confirm_alignment(alignment);
  return __cutpoint_alloc(bytes);
}

/* An alignment that there is none of: NULL, or as memalign (C11 and C17
 * 7.22.3.1 differ, and so do libraries). */
void *aligned_alloc(size_t alignment, size_t bytes) {
  int is_power = alignment != 0 && (alignment & (alignment - 1)) == 0;
  if (!is_power && model_choice()) {
    *__errno_location() = INVALID;
    return NULL;
  }
  return aligned(alignment, bytes);
}

void *memalign(size_t alignment, size_t bytes) {
  return aligned(alignment, bytes);
}

void *valloc(size_t bytes) {
  return aligned(PAGE, bytes);
}

int posix_memalign(void **out, size_t alignment, size_t bytes) {
  if (alignment == 0 || (alignment & (alignment - 1)) != 0 ||
      alignment % sizeof(void *) != 0)
    return INVALID;
  if (__cutpoint_may_fail() & 1) return NO_MEMORY;
  __cutpoint_confirm_alignment(alignment);
  *out = __cutpoint_alloc(bytes);
  return 0;
}
