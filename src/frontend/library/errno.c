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
 * one without a body. */
#include "frontend/library/library.h"
#include "frontend/module.h"

#include <llvm-c/DebugInfo.h>

#define LOCATION "__errno_location"
#define SETS     "__cutpoint_errno"

static const char *const by_rule[] = {" strtod strtof strtold ", NULL};

/* They do not touch it: what cannot fail, and models that set it themselves. */
static const char *const quiet[] = {
    " abort abs aligned_alloc alloca atoi atol atoll bcmp bcopy bsearch bzero ",
    " calloc ceil cfree copysign div exit explicit_bzero fabs ffs ffsl ffsll ",
    " floor fmax fmin free htonl htons index isalnum isalpha isascii isblank ",
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

typedef enum Errno { ERRNO_KEPT, ERRNO_SOME, ERRNO_BY_RULE } Errno;

static Errno errno_after(const char *name) {
  static const char *const others[] = {
      "llvm.", "__VERIFIER_",  "__cutpoint", "__assert", "__ctype_",
      "__is",  "__fpclassify", "__signbit",  LOCATION};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (text_starts_with(name, others[i])) return ERRNO_KEPT;
  if (fe_is_listed(quiet, name)) return ERRNO_KEPT;
  bool ruled =
      fe_library(name) == FE_LIBRARY_COMPUTED || fe_is_listed(by_rule, name);
  return ruled ? ERRNO_BY_RULE : ERRNO_SOME;
}

static LLVMValueRef declare(LLVMModuleRef module, const char *name) {
  LLVMTypeRef none = LLVMVoidTypeInContext(LLVMGetModuleContext(module));
  return fe_function(module, name, LLVMFunctionType(none, NULL, 0, 0));
}

static void follow(LLVMModuleRef module, LLVMBuilderRef builder,
                   LLVMValueRef call, const char *callee) {
  assert(LLVMIsACallInst(call));
  char name[128];
  switch (errno_after(callee)) {
  case ERRNO_KEPT: return;
  case ERRNO_SOME: snprintf(name, sizeof name, SETS); break;
  case ERRNO_BY_RULE:
    snprintf(name, sizeof name, "__cutpoint_unsupported_errno after %s",
             callee);
    break;
  }
  LLVMValueRef f = declare(module, name);
  LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(call));
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
  LLVMBuildCall2(builder, LLVMGlobalGetValueType(f), f, NULL, 0, "");
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
