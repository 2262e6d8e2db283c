/* SPDX-License-Identifier: MIT
 *
 * Functions without a model that write through their arguments.
 *
 * Listed are those of which the headers and their descriptions say that they
 * write plain data (no addresses) into objects that they are given the address
 * of, keep none of these addresses, call nothing back, free nothing and change
 * neither control nor the floating-point environment.  A call of one gives each
 * of these objects any contents, to its end or to that of the array or field
 * that the call names (a premise), and any result, a number: over.  In a
 * counterexample the real function runs instead, so that one is believed only
 * if it is right.
 *
 * Others write more: what pointers inside these objects lead to, variables of
 * the library.  For them the arguments are told to the outside
 * (pass/externs.c), and any bytes that unknown pointers lead to are written:
 * that is all that can be reached from the arguments, all that was given away
 * before, and the library's own.  A pointer as the result is such a pointer,
 * too.  What writes later (aio_read, setvbuf), frees (getline) or calls back is
 * not listed.
 *
 * Where lives and accesses of memory are the property, such a call says too
 * little: it stays refused (library.c). */
#include "frontend/library/format.h"
#include "frontend/module.h"
#include "ir/program.h"

#include <llvm-c/Target.h>

/* Which arguments are written to: 1 is the first, 2 the second, 4 the third,
 * and so on. */
enum { MOST_WRITTEN = 6 };
static const struct {
  unsigned written;
  const char *const names[8];
} rows[] = {
    {1,
     {" swprintf mbstowcs wcstombs mbtowc wctomb getdomainname ",
      " getloadavg sigemptyset sigfillset sigaddset sigdelset ",
      " sigpending sysinfo cfsetispeed cfsetospeed getentropy getlogin_r ",
      " adjtimex pipe2 ppoll rand_r timespec_get strxfrm wcsxfrm ",
      " erand48 nrand48 jrand48 ", NULL}},
    {2,
     {" getgroups clock_getres sched_getparam statfs fstatfs statvfs fstatvfs ",
      " tcgetattr getitimer inet_aton sem_getvalue confstr ttyname_r ",
      " getrlimit64 timer_gettime adjtime eventfd_read fgetpos mq_getattr ",
      " sched_rr_get_interval sigwait timerfd_gettime swab lgamma_r lgammaf_r ",
      NULL}},
    {4,
     {" inet_pton fstatat fstatat64 sched_getaffinity sigprocmask remquo ",
      " remquof mbrlen ", NULL}},
    {8,
     {" clock_nanosleep prlimit prlimit64 socketpair timerfd_settime ", NULL}},
    {16, {" statx ", NULL}},
    {1 | 2, {" drand48_r ", NULL}},
    {1 | 4, {" wait3 wcrtomb c16rtomb c32rtomb ", NULL}},
    {1 | 8, {" mbrtowc mbrtoc16 mbrtoc32 ", NULL}},
    {2 | 4, {" accept accept4 getpeername getsockname sincos sincosf ", NULL}},
    {2 | 8, {" wait4 ", NULL}},
    {8 | 16, {" getsockopt ", NULL}},
    {1 | 2 | 4, {" getresuid getresgid ", NULL}},
    {2 | 4 | 8, {" pselect ", NULL}},
    {4 | 8 | 16, {" ecvt_r fcvt_r ", NULL}},
};

/* They write what can be reached from their arguments (buffers in a table of
 * pointers, the order of argv), return pointers there, or set variables of the
 * library (optarg). */
static const char *const reaching[] = {
    " getopt getopt_long getopt_long_only readv preadv preadv2 preadv64 ",
    " recvmsg ioctl fcntl localtime_r gmtime_r asctime_r ctime_r strptime ",
    " inet_ntop getcwd strerror_r xpg_strerror_r fgetws getmntent_r ",
    " ether_aton_r ether_ntoa_r ",
    NULL,
};

/* Of these, and of others: what they write are buffers in a table of pointers.
 */
static const char *const behind[] = {
    " readv preadv preadv2 preadv64 preadv64v2 recvmsg recvmmsg ",
    " process_vm_readv ",
    NULL,
};

bool fe_fills_behind(const char *name) {
  assert(name != NULL);
  return *name && fe_is_listed(behind, name);
}

static unsigned written_by(const char *name) {
  unsigned written = 0;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (fe_is_listed(rows[i].names, name)) written |= rows[i].written;
  return written;
}

/* The bytes of the array or field that the address names, where that is told by
 * the code; else 0. */
static uint64_t named_size(const Formats *w, LLVMValueRef at) {
  if (!LLVMIsAGetElementPtrInst(at)) return 0;
  LLVMTypeRef type = LLVMGetGEPSourceElementType(at), named = type;
  unsigned n = (unsigned)LLVMGetNumIndices(at);
  for (unsigned i = 1; i < n; i++) {
    LLVMValueRef index = LLVMGetOperand(at, i + 1);
    if (!LLVMIsAConstantInt(index)) return 0;
    uint64_t k = LLVMConstIntGetZExtValue(index);
    bool is_array = LLVMGetTypeKind(type) == LLVMArrayTypeKind;
    if (is_array && k) return 0;
    named = is_array ? type : LLVMStructGetTypeAtIndex(type, (unsigned)k);
    type = is_array ? LLVMGetElementType(type) : named;
  }
  if (n < 2) return 0;
  return LLVMABISizeOfType(LLVMGetModuleDataLayout(w->module), named);
}

/* Any contents there. */
static void write_any(Formats *w, LLVMValueRef call, LLVMValueRef at) {
  LLVMTypeRef none = LLVMVoidTypeInContext(w->context);
  uint64_t bytes = named_size(w, at);
  if (bytes == 0) {
    format_call(w, "__cutpoint_writes", none, &at, 1);
    return;
  }
  LLVMValueRef args[] = {at, format_number(w->word, bytes)};
  format_call(w, "__cutpoint_writes_bytes", none, args, 2);
  fe_mark_before(call, "__cutpoint_premise_a_library_function_without_a_model_"
                       "writes_inside_the_array_or_field_it_is_given");
}

/* An int, for a call without a result, too. */
static LLVMValueRef any_int(Formats *w) {
  return format_call(w, "__cutpoint_nondet_int", w->i32, NULL, 0);
}

/* Any value of the call's type; NULL: it has neither numbers nor pointers. */
static LLVMValueRef any_result(Formats *w, LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (kind == LLVMPointerTypeKind) {
    LLVMValueRef any = any_result(w, w->word);
    return LLVMBuildIntToPtr(w->builder, any, type, "");
  }
  bool is_float = kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
  if (kind == LLVMVoidTypeKind) return any_int(w);
  if (kind != LLVMIntegerTypeKind && !is_float) return NULL;
  unsigned bits = kind == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type)
                  : kind == LLVMFloatTypeKind ? 32
                                              : 64;
  if (bits > 64) return NULL;
  LLVMValueRef any = any_int(w);
  LLVMTypeRef whole = LLVMIntTypeInContext(w->context, bits);
  if (bits < 32) any = LLVMBuildTrunc(w->builder, any, whole, "");
  if (bits > 32) {
    LLVMValueRef high = LLVMBuildZExt(w->builder, any_int(w), whole, "");
    high = LLVMBuildShl(w->builder, high, format_number(whole, 32), "");
    any = LLVMBuildOr(w->builder, LLVMBuildZExt(w->builder, any, whole, ""),
                      high, "");
  }
  return is_float ? LLVMBuildBitCast(w->builder, any, type, "") : any;
}

/* ---- variables of the library ---- */

/* What these functions set or show besides, in a program that looks at it. */
static const struct {
  const char *const variables[2], *const functions[3];
} sets[] = {
    {{" environ __environ _environ ", NULL},
     {" setenv unsetenv clearenv getenv ", NULL}},
    {{" timezone __timezone daylight __daylight tzname __tzname ", NULL},
     {" localtime localtime_r gmtime gmtime_r mktime timelocal timegm ctime ",
      " ctime_r strftime strftime_l wcsftime strptime getdate getdate_r ",
      NULL}},
    {{" getdate_err ", NULL}, {" getdate ", NULL}},
};

/* Does the program mention one of them?  The third argument of main is where
 * environ points to. */
static bool is_looked_at(const Formats *w, size_t row) {
  LLVMValueRef v = LLVMGetFirstGlobal(w->module);
  LLVMValueRef main = LLVMGetNamedFunction(w->module, "main");
  size_t n;
  assert(row < sizeof sets / sizeof *sets);
  if (row == 0 && main && LLVMCountParams(main) > 2) return true;
  for (; v; v = LLVMGetNextGlobal(v))
    if (LLVMIsDeclaration(v) &&
        fe_is_listed(sets[row].variables, LLVMGetValueName2(v, &n)))
      return true;
  return false;
}

bool format_changes_environment(const char *name) {
  static const char *const changes[] = {" setenv unsetenv clearenv putenv ",
                                        NULL};
  return fe_is_listed(changes, name);
}

/* getenv gives what the program has put there itself. */
static void note_environment(Formats *w, const char *name) {
  LLVMTypeRef none = LLVMVoidTypeInContext(w->context);
  if (format_changes_environment(name) &&
      LLVMGetNamedFunction(w->module, "getenv"))
    format_call(w, "__cutpoint_environment_changes", none, NULL, 0);
}

void format_sets(Formats *w, LLVMValueRef call, const char *name) {
  note_environment(w, name);
  for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
    if (!fe_is_listed(sets[i].functions, name) || !is_looked_at(w, i)) continue;
    char mark[128];
    snprintf(mark, sizeof mark, FE_REFUSED "variables behind %s", name);
    fe_mark_before(call, mark);
  }
}

/* ---- calls ---- */

/* The arguments are known outside, and all that can be reached is written. */
static void write_reached(Formats *w, LLVMValueRef call, const char *name) {
  LLVMTypeRef none = LLVMVoidTypeInContext(w->context);
  char outside[128];
  snprintf(outside, sizeof outside, PROG_OUTSIDE "%s", name);
  LLVMTypeRef type = LLVMFunctionType(none, NULL, 0, 1);
  LLVMValueRef f = fe_function(w->module, outside, type),
               args[FORMAT_ARGUMENTS];
  unsigned n = LLVMGetNumArgOperands(call);
  require(n <= FORMAT_ARGUMENTS);
  for (unsigned i = 0; i < n; i++) args[i] = LLVMGetOperand(call, i);
  LLVMBuildCall2(w->builder, type, f, args, n, "");
  format_call(w, "__cutpoint_writes_reached", none, NULL, 0);
}

void format_write(Formats *w, LLVMValueRef call, const char *name) {
  unsigned written = written_by(name), n = LLVMGetNumArgOperands(call);
  bool reaches = fe_is_listed(reaching, name);
  LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(call));
  if ((!written && !reaches) || w->memory == FE_MEMORY_IS_CHECKED) return;
  if (!reaches && kind == LLVMPointerTypeKind) return;
  LLVMValueRef any = any_result(w, LLVMTypeOf(call));
  if (!any) return;
  format_begin_real(w);
  if (reaches) write_reached(w, call, name);
  for (unsigned i = 0; i < MOST_WRITTEN && i < n; i++) {
    LLVMValueRef at = LLVMGetOperand(call, i);
    if (written >> i & 1 && fe_is_pointer(at)) write_any(w, call, at);
  }
  char mark[128];
  snprintf(mark, sizeof mark, "__cutpoint_over_any_contents_and_result_of_%s",
           name);
  fe_mark_before(call, mark);
  format_replace(call, format_real_call(w, call, any));
}
