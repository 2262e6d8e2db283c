/* SPDX-License-Identifier: MIT
 *
 * Functions of the C library without a model that read memory.
 *
 * They have no effect that counts (library.c), but where accesses are the
 * property, what they read matters.  Nobody looks at it, so that no proof is
 * claimed where they are given
 *
 * - a pointer to bytes or to a struct, unless it is a literal: how much they
 *   read is not known;
 * - a pointer to an object that only the library looks into, a lock or a
 *   stream, unless it is a variable's address.
 *
 * Through a pointer they are not called at all: fe_refuse_library.
 *
 * Names of files are read for them (names.c).  The lists were made from the
 * prototypes in glibc's headers. */
#include "frontend/library/format.h"
#include "frontend/module.h"

static const char *const bytes[] = {
    " __argz_count a64l acct addmntent addseverity aio_error aio_error64 ",
    " aio_init aio_suspend64 argz_count backtrace_symbols_fd bind catopen ",
    " clock_settime connect crypt_checksalt dn_skipname epoll_ctl erand48 ",
    " execl execle execlp execv execve execveat execvp execvpe fexecve ",
    " fmtmsg fnmatch fputs_unlocked fputws_unlocked fremovexattr fsconfig ",
    " fsetpos fsetpos64 fsetxattr fsopen fspick ftok futimens futimes ",
    " futimesat fwrite_unlocked gai_suspend glob_pattern_p herror iconv_open ",
    " if_nametoindex inet6_rth_segments inet_addr inet_network initgroups ",
    " innetgr inotify_add_watch iruserok iruserok_af jrand48 login logout ",
    " logwtmp lremovexattr lsetxattr lutimes memfd_create mkdtemp mkostemp ",
    " mkstemp mkstemp64 mlock mlock2 mount move_mount mq_notify mq_open ",
    " mq_send mq_timedsend mq_unlink msgsnd munlock nan nanf nanl newlocale ",
    " nrand48 ns_get16 ns_get32 ns_samedomain ns_samename ns_skiprr ",
    " ns_subdomain open_tree openlog pathconf process_madvise ",
    " process_vm_writev psignal pthread_attr_setaffinity_np ",
    " pthread_attr_setschedparam pthread_attr_setsigmask_np ",
    " pthread_setaffinity_np pthread_setattr_default_np pthread_setname_np ",
    " pthread_setschedparam putenv putgrent putpwent putspent pwrite ",
    " pwrite64 pwritev pwritev2 pwritev64 pwritev64v2 quotactl regexec ",
    " register_printf_modifier removexattr res_dnok res_hnok res_mailok ",
    " res_ownok revoke rpmatch ruserok ruserok_af sched_setaffinity ",
    " sched_setparam sched_setscheduler sem_open sem_unlink send sendmsg ",
    " sendto setdomainname setgroups sethostname setipv4sourcefilter ",
    " setlogin setnetgrent setrlimit setrlimit64 setsockopt setsourcefilter ",
    " settimeofday setxattr shm_open shm_unlink sigismember signalfd ",
    " sigsuspend stty swapoff swapon syslog tcsetattr umount umount2 updwtmp ",
    " updwtmpx utime utimensat utimes utmpname utmpxname vdprintf vfwprintf ",
    " vmsplice vsyslog vwarn vwarnx vwprintf warn warnx wcswidth wctrans ",
    " wctype writev cfgetispeed cfgetospeed getpayload getpayloadf ",
    " getpayloadl mblen mbsinit sigisemptyset strcasecmp_l strcoll_l ",
    " strncasecmp_l totalorder totalorderf totalorderl totalordermag ",
    " totalordermagf totalordermagl wcscasecmp wcscasecmp_l wcscoll ",
    " wcscoll_l wcsncasecmp wcsncasecmp_l ",
    NULL};

static const char *const objects[] = {
    " cnd_broadcast cnd_destroy cnd_init cnd_signal cnd_timedwait cnd_wait ",
    " dirfd dlclose duplocale endmntent fflush_unlocked fgetwc_unlocked ",
    " fputwc_unlocked freelocale ftrylockfile getwc_unlocked iconv_close ",
    " malloc_info mtx_destroy mtx_init mtx_lock mtx_timedlock mtx_trylock ",
    " mtx_unlock pthread_attr_destroy pthread_attr_init ",
    " pthread_attr_setdetachstate pthread_attr_setguardsize ",
    " pthread_attr_setinheritsched pthread_attr_setschedpolicy ",
    " pthread_attr_setscope pthread_attr_setstacksize ",
    " pthread_barrier_destroy pthread_barrier_init pthread_barrier_wait ",
    " pthread_barrierattr_destroy pthread_barrierattr_init ",
    " pthread_barrierattr_setpshared pthread_cond_broadcast ",
    " pthread_cond_clockwait pthread_cond_destroy pthread_cond_init ",
    " pthread_cond_signal pthread_cond_timedwait pthread_cond_wait ",
    " pthread_condattr_destroy pthread_condattr_init ",
    " pthread_condattr_setclock pthread_condattr_setpshared ",
    " pthread_mutex_clocklock pthread_mutex_consistent pthread_mutex_destroy ",
    " pthread_mutex_init pthread_mutex_lock pthread_mutex_timedlock ",
    " pthread_mutex_trylock pthread_mutex_unlock pthread_mutexattr_destroy ",
    " pthread_mutexattr_init pthread_mutexattr_setprioceiling ",
    " pthread_mutexattr_setprotocol pthread_mutexattr_setpshared ",
    " pthread_mutexattr_setrobust pthread_mutexattr_settype ",
    " pthread_rwlock_clockrdlock pthread_rwlock_clockwrlock ",
    " pthread_rwlock_destroy pthread_rwlock_init pthread_rwlock_rdlock ",
    " pthread_rwlock_timedrdlock pthread_rwlock_timedwrlock ",
    " pthread_rwlock_tryrdlock pthread_rwlock_trywrlock ",
    " pthread_rwlock_unlock pthread_rwlock_wrlock pthread_rwlockattr_destroy ",
    " pthread_rwlockattr_init pthread_rwlockattr_setkind_np ",
    " pthread_rwlockattr_setpshared pthread_spin_destroy pthread_spin_init ",
    " pthread_spin_lock pthread_spin_trylock pthread_spin_unlock ",
    " putwc_unlocked sem_clockwait sem_close sem_destroy sem_init sem_post ",
    " sem_timedwait sem_trywait sem_wait setlinebuf ungetwc ",
    NULL};

/* Do the indices stay inside of the type? */
static bool is_inside(LLVMValueRef address) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
  for (int k = 1; k < LLVMGetNumOperands(address); k++) {
    LLVMValueRef index = LLVMGetOperand(address, (unsigned)k);
    if (!LLVMIsAConstantInt(index)) return false;
    uint64_t at = LLVMConstIntGetZExtValue(index);
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (k == 1) {
      if (at != 0) return false;
    } else if (kind == LLVMStructTypeKind) {
      type = LLVMStructGetTypeAtIndex(type, (unsigned)at);
    } else {
      if (kind != LLVMArrayTypeKind || at >= LLVMGetArrayLength2(type))
        return false;
      type = LLVMGetElementType(type);
    }
  }
  return true;
}

static bool is_variable(LLVMValueRef pointer) {
  while (fe_is_gep(pointer)) {
    if (!is_inside(pointer)) return false;
    pointer = LLVMGetOperand(pointer, 0);
  }
  return LLVMIsAAllocaInst(pointer) || LLVMIsAGlobalVariable(pointer);
}

/* NULL may be meant in place of attributes and times, which come later. */
static bool may_be_null(const char *name, bool of_bytes, unsigned k) {
  size_t n = strlen(name);
  return k > 0 && (of_bytes || (n > 5 && strcmp(name + n - 5, "_init") == 0));
}

static bool is_looked_at(LLVMValueRef arg, const char *name, bool of_bytes,
                         unsigned k) {
  if (!fe_is_pointer(arg) || format_is_literal(arg)) return true;
  if (LLVMIsNull(arg)) return may_be_null(name, of_bytes, k);
  return !of_bytes && is_variable(arg);
}

bool fe_is_reader(const char *name) {
  return fe_is_listed(bytes, name) || fe_is_listed(objects, name);
}

void format_reads(Formats *w, LLVMValueRef call, const char *name) {
  bool of_bytes = fe_is_listed(bytes, name), all = true;
  if (w->memory == FE_MEMORY_IS_TRUSTED) return;
  if (!of_bytes && !fe_is_listed(objects, name)) return;
  for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++)
    all &= is_looked_at(LLVMGetOperand(call, k), name, of_bytes, k);
  if (all) return;
  char mark[128];
  snprintf(mark, sizeof mark, "__cutpoint_under_what_is_read_by_%s", name);
  fe_mark_before(call, mark);
}
