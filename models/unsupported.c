/* SPDX-License-Identifier: MIT
 *
 * Library functions whose effect on the program is more than a result and
 * that have no model: calling one must end in "unknown", never in the usual
 * assumption that a function without a body has no effect. */
#include "model.h"

#define UNSUPPORTED(name)                                                      \
  _Noreturn void __cutpoint_unsupported_##name(void);                          \
  _Noreturn void name(void) {                                                  \
    __cutpoint_unsupported_##name();                                           \
  }

/* control that comes back */
UNSUPPORTED(longjmp)
UNSUPPORTED(_longjmp)
UNSUPPORTED(siglongjmp)
UNSUPPORTED(setcontext)
UNSUPPORTED(swapcontext)
UNSUPPORTED(makecontext)
/* control that comes from elsewhere */
UNSUPPORTED(signal)
UNSUPPORTED(sigaction)
UNSUPPORTED(raise)
UNSUPPORTED(alarm)
UNSUPPORTED(fork)
UNSUPPORTED(vfork)
UNSUPPORTED(clone)
UNSUPPORTED(pthread_create)
UNSUPPORTED(thrd_create)
/* memory written behind pointers we do not follow */
UNSUPPORTED(getline)
UNSUPPORTED(getdelim)
UNSUPPORTED(recvmsg)
UNSUPPORTED(readv)
UNSUPPORTED(open_memstream)
UNSUPPORTED(getaddrinfo)
UNSUPPORTED(qsort_r)
UNSUPPORTED(tsearch)
UNSUPPORTED(twalk)
UNSUPPORTED(nftw)
