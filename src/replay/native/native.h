/* SPDX-License-Identifier: MIT
 *
 * Compiling and running the program under check. */
#ifndef REPLAY_NATIVE_NATIVE_H
#define REPLAY_NATIVE_NATIVE_H

#include "frontend/clang/clang.h"
#include "process/sandbox.h"

/* Compiles and links the files (C, bitcode) for the data model, with the
 * user's flags for the compiler.  False: `diag` says why. */
BASE_MUST_USE bool fe_build_native(const FeCompile *setup,
                                   const char *const *files, uint32_t n_files,
                                   const char *executable, FeDiag *diag);
/* The command that does it, as a user would type it. */
void fe_print_build(Text *out, const FeCompile *setup, const char *const *files,
                    uint32_t n_files, const char *executable);

/* Where the executable lies: below 4 GB, with its heap behind it, where it is
 * linked without the driver. */
typedef enum FePlace { FE_PLACE_ANY, FE_PLACE_LOW } FePlace;
/* A run that will be long is worth an optimiser: the bitcode leaves it no
 * undefined behaviour. */
typedef enum FeLength { FE_SHORT_RUN, FE_LONG_RUN } FeLength;
typedef struct FeHow {
  FePlace place;
  FeLength length;
} FeHow;
/* Links what fe_write_object made to the harness that was compiled before. */
BASE_MUST_USE bool fe_link_replay(const FeCompile *setup, const char *object,
                                  const char *executable, FePlace place,
                                  FeDiag *diag);
/* The same from the bitcode and the harness as C. */
BASE_MUST_USE bool fe_build_replay(const FeCompile *setup, const char *bitcode,
                                   const char *harness, const char *executable,
                                   FeHow how, FeDiag *diag);

/* Compiles the bitcode and links it to what runs it many times
 * (runtime/guided.c).  False: `diag` says why. */
BASE_MUST_USE bool fe_build_counted(const FeCompile *setup, const char *bitcode,
                                    const char *executable, FeDiag *diag);

typedef enum FeNativeEnd {
  FE_NATIVE_EXITED,
  FE_NATIVE_SIGNAL,
  FE_NATIVE_TIMEOUT,
  FE_NATIVE_NO_START
} FeNativeEnd;

typedef struct FeNative {
  FeNativeEnd end;
  int status; /* exit code, or signal */
  /* What it wrote to file descriptor 3, the first bytes; FE_NATIVE_NO_START:
   * why it was not run. */
  char said[64];
} FeNative;

/* Runs an executable without input or output, for at most `seconds`, apart from
 * the machine (process/sandbox.h); nothing is left of it. */
FeNative fe_run_native(const char *executable, double seconds,
                       SandboxLayout layout);

/* An executable that takes requests on descriptor 0 and answers on 3; it runs
 * in a process group of its own. */
typedef struct FeTalk {
  int pid; /* 0: it does not run */
  int to, from;
} FeTalk;
BASE_MUST_USE bool fe_talk_start(FeTalk *talk, const char *executable);
/* False: it has gone. */
BASE_MUST_USE bool fe_talk_send(FeTalk *talk, const void *bytes, size_t n);
/* False: it has gone, or the deadline (clock_now(); 0 is none) has passed. */
BASE_MUST_USE bool fe_talk_receive(FeTalk *talk, void *bytes, size_t n,
                                   double deadline);
/* Nothing of it is left. */
void fe_talk_stop(FeTalk *talk);

#endif
