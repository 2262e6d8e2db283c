/* SPDX-License-Identifier: MIT
 *
 * Functions without a model that write through their arguments.
 *
 * Listed are those of which the headers and their descriptions say that they
 * write plain data (no addresses) into objects that they are given the address
 * of, keep none of these addresses, call nothing back, free nothing and change
 * neither control nor the floating-point environment.  A call of one gives each
 * of these objects any contents, to its end or to that of the array or field
 * that the call names (a premise), and any result: over.  In a
 * counterexample the real function runs behind that, so that one is believed
 * only if it is right.
 *
 * Where lives and accesses of memory are the property, such a call says too
 * little: it stays refused (library.c). */
#include "frontend/library/format.h"
#include "frontend/module.h"

#include <llvm-c/Target.h>

/* Which arguments are written to: 1 is the first, 2 the second, 4 the third,
 * and so on. */
enum { MOST_WRITTEN = 5 };
static const struct {
  unsigned written;
  const char *const names[8];
} rows[] = {
    {1,
     {" swprintf mbstowcs wcstombs mbtowc wctomb getdomainname ",
      " getloadavg sigemptyset sigfillset sigaddset sigdelset ",
      " sigpending sysinfo cfsetispeed cfsetospeed getentropy getlogin_r ",
      " adjtimex pipe2 ppoll rand_r timespec_get ", NULL}},
    {2,
     {" getgroups clock_getres sched_getparam statfs fstatfs statvfs fstatvfs ",
      " tcgetattr getitimer inet_aton sem_getvalue confstr ttyname_r ",
      " getrlimit64 timer_gettime adjtime eventfd_read fgetpos mq_getattr ",
      " sched_rr_get_interval sigwait timerfd_gettime ", NULL}},
    {4, {" inet_pton fstatat fstatat64 sched_getaffinity sigprocmask ", NULL}},
    {8,
     {" clock_nanosleep prlimit prlimit64 socketpair timerfd_settime ", NULL}},
    {16, {" statx ", NULL}},
    {1 | 4, {" wait3 ", NULL}},
    {2 | 4, {" accept accept4 getpeername getsockname ", NULL}},
    {2 | 8, {" wait4 ", NULL}},
    {8 | 16, {" getsockopt ", NULL}},
    {1 | 2 | 4, {" getresuid getresgid ", NULL}},
    {2 | 4 | 8, {" pselect ", NULL}},
};

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

void format_write(Formats *w, LLVMValueRef call, const char *name) {
  unsigned written = written_by(name), n = LLVMGetNumArgOperands(call);
  if (!written || w->memory == FE_MEMORY_IS_CHECKED) return;
  for (unsigned i = 0; i < MOST_WRITTEN && i < n; i++) {
    LLVMValueRef at = LLVMGetOperand(call, i);
    if (written >> i & 1 && fe_is_pointer(at)) write_any(w, call, at);
  }
  char mark[128];
  snprintf(mark, sizeof mark, "__cutpoint_over_any_contents_and_result_of_%s",
           name);
  fe_mark_before(call, mark);
  LLVMValueRef any = format_call(w, "__cutpoint_text_sent", w->i32, NULL, 0);
  format_replace(call, format_real_call(w, call, any));
}
