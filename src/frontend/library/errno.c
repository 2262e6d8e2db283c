/* SPDX-License-Identifier: MIT
 *
 * errno after calls of the C library.
 *
 * Few programs look at errno, so the models say nothing of it, except for the
 * exact ones that read numbers.  If a program does look, each of its calls of a
 * function without a body is followed by a call of the model that sets errno to
 * some error or leaves it (models/errno.c).  What sets errno by a rule of its
 * own (log of a negative number) is not left to chance: errno behind it is not
 * supported.  Zero is never stored (C11 7.5p3).
 *
 * This is done before the models are linked, when a function of the library is
 * one without a body.
 *
 * Units of a code base are not followed that far.  There each read of errno
 * that a call may have come before, since it was read or set last, gives a
 * value of its own, and stores it for the next ones.  Where ways meet of which
 * only some have set it (`if (...) errno = EINVAL; else n = f();`), it is read
 * at the end of the others, so that what was set stays. */
#include "frontend/library/library.h"
#include "frontend/module.h"

#include <llvm-c/DebugInfo.h>

#define LOCATION "__errno_location"
#define SETS     "__cutpoint_errno"

static const char *const by_rule[] = {" strtod strtof strtold ", NULL};

/* What POSIX says of these: an error is set if they fail, which the result NULL
 * or a negative one tells. */
static const char *const told[] = {
    " access bind chdir chmod chown close connect creat dup dup2 execv execve ",
    " execvp fchmod fchown fclose fcntl fdopen fdopendir fflush fopen fopen64 ",
    " freopen fseek fseeko fstat fsync ftell ftello ftruncate getcwd gethostname ",
    " ioctl kill link listen lseek lstat mkdir mkfifo mkstemp open openat ",
    " opendir pipe poll popen pread pread64 pwrite read readlink recv recvfrom ",
    " remove rename rmdir select send setsockopt socket stat symlink tmpfile truncate unlink ",
    " usleep wait waitpid write ",
    NULL,
};

/* They do not touch it: what cannot fail, and models that set it themselves. */
static const char *const quiet[] = {
    " abort abs aligned_alloc alloca atoi atol atoll bcmp bcopy bsearch bzero ",
    " calloc ceil cfree copysign div drand48 exit explicit_bzero fabs ffs ffsl ",
    " ffsll floor fmax fmin free getegid geteuid getgid getpagesize getuid ",
    " htonl htons index isalnum isalpha isascii isblank ",
    " iscntrl isdigit isfinite isgraph isinf islower isnan isnormal isprint ",
    " ispunct isspace isupper isxdigit labs ldiv llabs lldiv malloc memalign ",
    " memccpy memchr memcmp memcpy memmem memmove mempcpy memrchr memset nan ",
    " nearbyint ntohl ntohs qsort rand rand_r random rawmemchr reach_error ",
    " realloc reallocarray rindex rint round roundeven signbit srand srand48 ",
    " srandom stpcpy stpncpy strcasecmp strcasestr strcat strchr strchrnul ",
    " strcmp strcpy strcspn strdup strlcat strlcpy strlen strncasecmp strncat ",
    " strncmp strncpy strndup strnlen strpbrk strrchr strsep strspn strstr ",
    " strtok strtok_r strtol strtoll strtoul strtoull toascii tolower toupper ",
    " trunc wcpcpy wcpncpy wcscat wcschr wcscmp wcscpy wcscspn wcsdup wcslen ",
    " wcsncat wcsncmp wcsncpy wcsnlen wcspbrk wcsrchr wcsspn wcsstr wmemchr ",
    " wmemcmp wmemcpy wmemmove wmempcpy wmemset _Exit _exit _tolower _toupper ",
    NULL,
};

typedef enum Errno { ERRNO_KEPT, ERRNO_SOME, ERRNO_TOLD, ERRNO_BY_RULE } Errno;

static Errno errno_after(const char *name) {
  static const char *const others[] = {
      "llvm.", "__VERIFIER_",  "__cutpoint", "__assert", "__ctype_",
      "__is",  "__fpclassify", "__signbit",  LOCATION};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (text_starts_with(name, others[i])) return ERRNO_KEPT;
  if (fe_is_listed(quiet, name)) return ERRNO_KEPT;
  if (fe_is_listed(told, name)) return ERRNO_TOLD;
  bool ruled =
      fe_library(name) == FE_LIBRARY_COMPUTED || fe_is_listed(by_rule, name);
  return ruled ? ERRNO_BY_RULE : ERRNO_SOME;
}

/* Does the result say that the call failed?  NULL: it cannot say so. */
static LLVMValueRef failure(LLVMBuilderRef builder, LLVMValueRef call) {
  LLVMTypeRef type = LLVMTypeOf(call);
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(type));
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (kind != LLVMPointerTypeKind && kind != LLVMIntegerTypeKind) return NULL;
  LLVMValueRef failed = LLVMBuildICmp(
      builder, kind == LLVMPointerTypeKind ? LLVMIntEQ : LLVMIntSLT, call,
      LLVMConstNull(type), "");
  return LLVMBuildZExt(builder, failed, i32, "");
}

static void call_model(LLVMModuleRef module, LLVMBuilderRef builder,
                       const char *name, LLVMValueRef argument) {
  LLVMTypeRef none = LLVMVoidTypeInContext(LLVMGetModuleContext(module));
  assert(!argument || text_starts_with(name, SETS));
  LLVMTypeRef param = argument ? LLVMTypeOf(argument) : NULL;
  LLVMTypeRef type = LLVMFunctionType(none, &param, argument ? 1 : 0, 0);
  LLVMBuildCall2(builder, type, fe_function(module, name, type), &argument,
                 argument ? 1 : 0, "");
}

static void follow(LLVMModuleRef module, LLVMBuilderRef builder,
                   LLVMValueRef call, const char *callee) {
  assert(LLVMIsACallInst(call));
  char refusal[128];
  snprintf(refusal, sizeof refusal, FE_REFUSED "errno after %s", callee);
  LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(call));
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
  Errno after = errno_after(callee);
  LLVMValueRef failed = after == ERRNO_TOLD ? failure(builder, call) : NULL;
  switch (after) {
  case ERRNO_KEPT: return;
  case ERRNO_SOME:
  case ERRNO_TOLD:
    call_model(module, builder, failed ? SETS "_of" : SETS, failed);
    break;
  case ERRNO_BY_RULE: call_model(module, builder, refusal, NULL); break;
  }
}

static void follow_calls(LLVMModuleRef module, LLVMBuilderRef builder,
                         LLVMValueRef f) {
  LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f);
  for (; b; b = LLVMGetNextBasicBlock(b)) {
    LLVMValueRef i = LLVMGetFirstInstruction(b), next;
    for (; i; i = next) {
      next = LLVMGetNextInstruction(i);
      if (!LLVMIsACallInst(i)) continue;
      LLVMValueRef callee = fe_strip_alias(LLVMGetCalledValue(i));
      if (!LLVMIsAFunction(callee) || !LLVMIsDeclaration(callee)) continue;
      size_t n;
      follow(module, builder, i, LLVMGetValueName2(callee, &n));
    }
  }
}

void fe_follow_errno(LLVMModuleRef user) {
  require(!LLVMGetNamedFunction(user, SETS)); /* once, before the models */
  LLVMValueRef location = LLVMGetNamedFunction(user, LOCATION);
  if (!location || !LLVMIsDeclaration(location) || !LLVMGetFirstUse(location))
    return;
  LLVMBuilderRef builder =
      LLVMCreateBuilderInContext(LLVMGetModuleContext(user));
  LLVMValueRef f = LLVMGetFirstFunction(user);
  for (; f; f = LLVMGetNextFunction(f)) follow_calls(user, builder, f);
  LLVMDisposeBuilder(builder);
}

/* ---- units ---- */

static bool is_errno(LLVMValueRef address) {
  if (!LLVMIsACallInst(address)) return false;
  LLVMValueRef callee = fe_strip_alias(LLVMGetCalledValue(address));
  size_t n;
  return LLVMIsAFunction(callee) &&
         strcmp(LLVMGetValueName2(callee, &n), LOCATION) == 0;
}

static bool may_set_errno(LLVMValueRef call) {
  LLVMValueRef callee = fe_strip_alias(LLVMGetCalledValue(call));
  if (!LLVMIsAFunction(callee) || !LLVMIsDeclaration(callee)) return true;
  size_t n;
  return errno_after(LLVMGetValueName2(callee, &n)) != ERRNO_KEPT;
}

/* A read that stands for what the calls before it have left. */
static void read_anew(LLVMBuilderRef builder, LLVMValueRef load) {
  assert(is_errno(LLVMGetOperand(load, 0)));
  LLVMSetVolatile(load, 1);
  LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(load));
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(load));
  LLVMBuildStore(builder, load, LLVMGetOperand(load, 0));
}

/* Is errno settled behind the block: read or set, and no call since?  With a
 * builder, reads where it is not are changed. */
static bool settle(LLVMBasicBlockRef block, bool is_settled,
                   LLVMBuilderRef builder) {
  LLVMValueRef i = LLVMGetFirstInstruction(block), next;
  for (; i; i = next) {
    next = LLVMGetNextInstruction(i);
    if (LLVMIsALoadInst(i) && is_errno(LLVMGetOperand(i, 0))) {
      if (builder && !is_settled && !LLVMGetVolatile(i)) read_anew(builder, i);
      is_settled = true;
    } else if (LLVMIsAStoreInst(i) && is_errno(LLVMGetOperand(i, 1))) {
      is_settled = true;
    } else if (LLVMIsACallInst(i) && may_set_errno(i)) {
      is_settled = false;
    }
  }
  return is_settled;
}

static uint64_t block_key(LLVMBasicBlockRef block) {
  return (uint64_t)(uintptr_t)block;
}

/* What is not settled behind a block is not before the next ones. */
static bool unsettle_next(LLVMBasicBlockRef block, Map *unsettled) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
  bool changed = false;
  require(end != NULL);
  for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++) {
    uint64_t next = block_key(LLVMGetSuccessor(end, i));
    changed |= !map_find(unsettled, next);
    map_put(unsettled, next, 1);
  }
  return changed;
}

/* Blocks before which errno is not settled. */
static void find_unsettled(LLVMValueRef f, Map *unsettled) {
  assert(!LLVMIsDeclaration(f));
  map_put(unsettled, block_key(LLVMGetEntryBasicBlock(f)), 1);
  for (bool changed = true; changed;) {
    changed = false;
    LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f);
    for (; b; b = LLVMGetNextBasicBlock(b))
      if (!settle(b, !map_find(unsettled, block_key(b)), NULL))
        changed |= unsettle_next(b, unsettled);
  }
}

/* Does the block read errno before it sets it or calls something?  `is_open`:
 * it does neither, and a block behind it may. */
static bool reads_first(LLVMBasicBlockRef block, bool *is_open) {
  LLVMValueRef i = LLVMGetFirstInstruction(block);
  *is_open = false;
  for (; i; i = LLVMGetNextInstruction(i)) {
    if (LLVMIsALoadInst(i) && is_errno(LLVMGetOperand(i, 0))) return true;
    if ((LLVMIsAStoreInst(i) && is_errno(LLVMGetOperand(i, 1))) ||
        (LLVMIsACallInst(i) && may_set_errno(i)))
      return false;
  }
  *is_open = true;
  return false;
}

/* Blocks from whose start errno may be read as it is there. */
static void find_wanted(LLVMValueRef f, Map *wanted) {
  for (bool changed = true; changed;) {
    changed = false;
    LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f);
    for (; b; b = LLVMGetNextBasicBlock(b)) {
      bool is_open, wants = reads_first(b, &is_open);
      LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
      for (unsigned i = 0; is_open && i < LLVMGetNumSuccessors(end); i++)
        wants |= map_find(wanted, block_key(LLVMGetSuccessor(end, i))) != NULL;
      if (!wants || map_find(wanted, block_key(b))) continue;
      map_put(wanted, block_key(b), 1);
      changed = true;
    }
  }
}

/* Reads errno at the end of the block. */
static void read_at_end(LLVMBuilderRef builder, LLVMBasicBlockRef block) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
  LLVMModuleRef module = LLVMGetGlobalParent(LLVMGetBasicBlockParent(block));
  LLVMValueRef location = LLVMGetNamedFunction(module, LOCATION);
  LLVMContextRef context = LLVMGetModuleContext(module);
  assert(end && location);
  LLVMPositionBuilderBefore(builder, end);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(end));
  LLVMTypeRef type = LLVMGlobalGetValueType(location);
  LLVMValueRef at = LLVMBuildCall2(builder, type, location, NULL, 0, "");
  LLVMValueRef load =
      LLVMBuildLoad2(builder, LLVMInt32TypeInContext(context), at, "");
  read_anew(builder, load);
}

/* Where ways meet of which some have settled errno: the others read it. */
static bool settle_joins(Mem *mem, LLVMBuilderRef builder, LLVMValueRef f) {
  Map unsettled, wanted, open; /* open: blocks that a settled way leads to */
  map_init(&unsettled, mem);
  map_init(&wanted, mem);
  map_init(&open, mem);
  find_wanted(f, &wanted);
  if (wanted.n) find_unsettled(f, &unsettled);
  bool changed = false;
  for (uint32_t pass = 0; wanted.n && pass < 2; pass++) {
    LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f);
    for (; b; b = LLVMGetNextBasicBlock(b)) {
      bool is_settled = settle(b, !map_find(&unsettled, block_key(b)), NULL);
      LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
      bool meets = false;
      for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++) {
        uint64_t next = block_key(LLVMGetSuccessor(end, i));
        if (!pass && is_settled) map_put(&open, next, 1);
        meets |= map_find(&open, next) && map_find(&wanted, next);
      }
      if (!pass || is_settled || !meets) continue;
      read_at_end(builder, b);
      changed = true;
    }
  }
  map_done(&open);
  map_done(&wanted);
  map_done(&unsettled);
  return changed;
}

static void read_errno_anew(Mem *mem, LLVMBuilderRef builder, LLVMValueRef f) {
  assert(!LLVMIsDeclaration(f));
  while (settle_joins(mem, builder, f)) continue;
  Map unsettled;
  map_init(&unsettled, mem);
  find_unsettled(f, &unsettled);
  LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f);
  for (; b; b = LLVMGetNextBasicBlock(b))
    (void)settle(b, !map_find(&unsettled, block_key(b)), builder);
  map_done(&unsettled);
}

void fe_forget_errno(Mem *mem, LLVMModuleRef units) {
  LLVMValueRef location = LLVMGetNamedFunction(units, LOCATION);
  if (!location || !LLVMIsDeclaration(location)) return;
  LLVMBuilderRef builder =
      LLVMCreateBuilderInContext(LLVMGetModuleContext(units));
  LLVMValueRef f = LLVMGetFirstFunction(units);
  for (; f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f)) read_errno_anew(mem, builder, f);
  LLVMDisposeBuilder(builder);
}
