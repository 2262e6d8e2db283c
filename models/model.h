/* SPDX-License-Identifier: MIT
 *
 * What library models may use: the types of the data model they are compiled
 * for, and the primitives that the reader turns into instructions.  No system
 * header is ever included, so that both data models need no installed libc. */
#ifndef MODELS_MODEL_H
#define MODELS_MODEL_H

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;
typedef __UINTPTR_TYPE__ uintptr_t;
typedef __builtin_va_list va_list;
typedef struct FILE FILE;
#define NULL ((void *)0)
#define EOF  (-1)

/* A new heap object of that many bytes, fresh contents; never NULL. */
void *__cutpoint_alloc(size_t bytes);
void __cutpoint_free(void *object);
/* Ends the execution silently when the condition is 0. */
void __cutpoint_assume(int condition);
/* End the execution: an ordinary end, and one by abort. */
_Noreturn void __cutpoint_stop_exit(void);
_Noreturn void __cutpoint_stop_abort(void);
/* Fresh contents: that many bytes, or up to the end of the object. */
void __cutpoint_havoc(void *at, size_t bytes);
void __cutpoint_havoc_object(void *at);
/* Fresh inputs. */
int __cutpoint_nondet_int(void);
long __cutpoint_nondet_long(void);
unsigned long __cutpoint_nondet_ulong(void);
size_t __cutpoint_nondet_size_t(void);
unsigned char __cutpoint_nondet_uchar(void);
float __cutpoint_nondet_float(void);
double __cutpoint_nondet_double(void);
long double __cutpoint_nondet_long_double(void);

/* 0 or 1, unknown which. */
static inline int model_choice(void) {
  return __cutpoint_nondet_uchar() & 1;
}

/* Any number of that sign: all that the standard says of strcmp's result. */
static inline int model_of_sign(int sign) {
  int x;
  if (sign == 0) return 0;
  x = __cutpoint_nondet_int();
  __cutpoint_assume(sign < 0 ? x < 0 : x > 0);
  return x;
}

/* Any number that is 0 if and only if `truth` is. */
static inline int model_of_truth(int truth) {
  int x;
  if (truth == 0) return 0;
  x = __cutpoint_nondet_int();
  __cutpoint_assume(x != 0);
  return x;
}

/* The value decides something here: it must have been written. */
static inline void model_takes(long value) {
  if (value) return;
}

/* Any size in [0..most]. */
static inline size_t model_upto(size_t most) {
  size_t n = __cutpoint_nondet_size_t();
  __cutpoint_assume(n <= most);
  return n;
}

/* A length, or EOF, of what was written somewhere.  Computed, not assumed: where
 * nobody looks at it, a program without inputs stays one (interp/idle.c). */
static inline int model_any_length(void) {
  int n = __cutpoint_nondet_int();
  return n | n >> 31;
}

/* Room for `bytes`, of which the first `stored` were surely stored; the others
 * may have been, but are not initialised by that
 * (src/frontend/read/init.c). */
static inline void model_stored(void *at, size_t bytes, size_t stored) {
  __cutpoint_havoc(at, bytes);
}

/* What a call that failed may have left there. */
static inline void model_perhaps_some(void *at, size_t bytes) {
  if (model_choice()) model_stored(at, bytes, 0);
}

/* As many bytes as fit, or -1. */
static inline ssize_t model_receive(void *to, size_t bytes) {
  if (model_choice()) {
    model_perhaps_some(to, bytes);
    return -1;
  }
  size_t received = model_upto(bytes);
  model_stored(to, bytes, received);
  return (ssize_t)received;
}

/* As much as fits of so many characters, any, and the end behind them. */
static inline void model_string_of(char *at, size_t room, size_t length) {
  if (room == 0) return;
  if (length >= room) length = room - 1;
  model_stored(at, room, length + 1);
  at[length] = 0;
}

/* Any string of fewer than `room` bytes, at `at`. */
static inline void model_any_string(char *at, size_t room) {
  if (room > 0) model_string_of(at, room, model_upto(room - 1));
}

/* Any string, in memory whose size the function is not told. */
static inline void model_any_string_unbounded(char *at) {
  __cutpoint_havoc_object(at);
  at[__cutpoint_nondet_size_t()] = 0;
}

#endif
