/* SPDX-License-Identifier: MIT
 *
 * A run starts no process and signals nobody but itself.
 *
 * The server forks the runs, so its filter of system calls (tools/filter) lets
 * it; each run takes that back with a filter of its own.  A refused call
 * returns an error number that it may return anywhere. */

#ifndef RUNTIME_CONFINE_H
#define RUNTIME_CONFINE_H

int getpid(void);
int prctl(int, ...);
void _exit(int) __attribute__((noreturn));

/* The kernel's struct sock_filter and struct sock_fprog. */
typedef struct FilterCode {
  unsigned short code;
  unsigned char yes, no; /* how many to skip */
  unsigned k;
} FilterCode;

typedef struct FilterProgram {
  unsigned short n;
  const FilterCode *at;
} FilterProgram;

#ifdef __x86_64__
enum { ARCH = 0xc000003e, FORK = 57, VFORK = 58, CLONE = 56, KILL = 62 };
enum { TGKILL = 234, PRCTL = 157 };
#else
enum { ARCH = 0x40000003, FORK = 2, VFORK = 190, CLONE = 120, KILL = 37 };
enum { TGKILL = 270, PRCTL = 172 };
#endif

static inline void confine(void) {
  enum { LOAD = 0x20, EQUAL = 0x15, ANY_BIT = 0x45, END = 0x06 };
  enum { NUMBER = 0, WHICH = 4, ARGUMENT = 16, THREAD = 0x10000 };
  enum { ALLOW = 0x7fff0000, NO = 0x50000, DENIED = NO | 1, AGAIN = NO | 11 };
  enum { ABSENT = NO | 38 };
  const FilterCode code[] = {
      {LOAD, 0, 0, WHICH},
      {EQUAL, 0, 14, (unsigned)ARCH},
      {LOAD, 0, 0, NUMBER},
      {EQUAL, 11, 0, FORK},
      {EQUAL, 10, 0, VFORK},
      {EQUAL, 8, 0, PRCTL},
      {EQUAL, 2, 0, CLONE},
      {EQUAL, 3, 0, KILL},
      {EQUAL, 2, 4, TGKILL},
      {LOAD, 0, 0, ARGUMENT},
      {ANY_BIT, 2, 4, THREAD},
      {LOAD, 0, 0, ARGUMENT},
      {EQUAL, 0, 1, (unsigned)getpid()},
      {END, 0, 0, ALLOW},
      {END, 0, 0, DENIED},
      {END, 0, 0, AGAIN},
      {END, 0, 0, ABSENT},
  };
  const FilterProgram program = {sizeof code / sizeof *code, code};
  if (prctl(22, 2, &program) != 0) _exit(1);
}

#endif
