/* SPDX-License-Identifier: MIT
 *
 * Which system calls the program under check may make: writes the filters of
 * src/process/sandbox.c as C, for the kernel's seccomp, by libseccomp.
 * (libseccomp needs 4 ms for one, far too much for each run.)
 *
 * A list of what is allowed: computing, memory, time, threads, reading files,
 * writing to what is open, signals to itself.  Whatever is not listed fails.
 * No call ends the program: one that is refused returns an error number that
 * the call may return on any machine, so that the run stays a behaviour that
 * the C library allows, and is never taken for a crash.
 *
 * With files of its own the program may also change them.
 *
 * Both instruction sets are listed, since programs for 32 bits run, too;
 * libseccomp leaves out the calls that a set does not have. */
#include "process/filter.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#define CALL(name) SCMP_SYS(name)

/* Harmless with any argument. */
static const int allowed[] = {
    /* memory */
    CALL(brk), CALL(mmap), CALL(mmap2), CALL(munmap), CALL(mprotect),
    CALL(mremap), CALL(madvise), CALL(mincore), CALL(msync), CALL(mlock),
    CALL(munlock),
    /* what is open */
    CALL(read), CALL(readv), CALL(pread64), CALL(preadv), CALL(write),
    CALL(writev), CALL(pwrite64), CALL(pwritev), CALL(close), CALL(close_range),
    CALL(lseek), CALL(_llseek), CALL(fstat), CALL(fstat64), CALL(fstatfs),
    CALL(fstatfs64), CALL(ftruncate), CALL(ftruncate64), CALL(fallocate),
    CALL(fsync), CALL(fdatasync), CALL(flock), CALL(fadvise64),
    CALL(fadvise64_64), CALL(dup), CALL(dup2), CALL(dup3), CALL(pipe),
    CALL(pipe2), CALL(poll), CALL(ppoll), CALL(select), CALL(_newselect),
    CALL(pselect6), CALL(getdents), CALL(getdents64),
    /* looking at files */
    CALL(stat), CALL(stat64), CALL(lstat), CALL(lstat64), CALL(fstatat64),
    CALL(newfstatat), CALL(statx), CALL(statfs), CALL(statfs64), CALL(access),
    CALL(faccessat), CALL(faccessat2), CALL(readlink), CALL(readlinkat),
    CALL(getcwd), CALL(chdir), CALL(fchdir), CALL(umask),
    /* time */
    CALL(time), CALL(times), CALL(gettimeofday), CALL(clock_gettime),
    CALL(clock_gettime64), CALL(clock_getres), CALL(clock_getres_time64),
    CALL(nanosleep), CALL(clock_nanosleep), CALL(clock_nanosleep_time64),
    CALL(alarm), CALL(setitimer), CALL(getitimer), CALL(pause),
    /* its own signals */
    CALL(rt_sigaction), CALL(rt_sigprocmask), CALL(rt_sigreturn),
    CALL(rt_sigpending), CALL(rt_sigsuspend), CALL(rt_sigtimedwait),
    CALL(rt_sigtimedwait_time64), CALL(sigaltstack), CALL(sigreturn),
    CALL(sigaction), CALL(sigprocmask), CALL(signal), CALL(restart_syscall),
    /* threads */
    CALL(futex), CALL(futex_time64), CALL(set_robust_list),
    CALL(get_robust_list), CALL(set_tid_address), CALL(set_thread_area),
    CALL(get_thread_area), CALL(arch_prctl), CALL(rseq), CALL(membarrier),
    CALL(sched_yield), CALL(sched_getaffinity), CALL(sched_getscheduler),
    CALL(sched_getparam), CALL(getcpu), CALL(gettid),
    /* who it is */
    CALL(getpid), CALL(getppid), CALL(getpgrp), CALL(getpgid), CALL(getsid),
    CALL(getuid), CALL(getuid32), CALL(geteuid), CALL(geteuid32), CALL(getgid),
    CALL(getgid32), CALL(getegid), CALL(getegid32), CALL(getgroups),
    CALL(getgroups32), CALL(getresuid), CALL(getresuid32), CALL(getresgid),
    CALL(getresgid32), CALL(uname), CALL(sysinfo), CALL(getrusage),
    CALL(getrlimit), CALL(ugetrlimit), CALL(getpriority), CALL(getrandom),
    /* its end; there are children only of a server */
    CALL(exit), CALL(exit_group), CALL(wait4), CALL(waitid), CALL(waitpid)};

/* Changes of files, by name. */
static const int changes[] = {
    CALL(creat),     CALL(truncate),        CALL(truncate64), CALL(unlink),
    CALL(unlinkat),  CALL(rename),          CALL(renameat),   CALL(renameat2),
    CALL(mkdir),     CALL(mkdirat),         CALL(rmdir),      CALL(link),
    CALL(linkat),    CALL(symlink),         CALL(symlinkat),  CALL(chmod),
    CALL(fchmod),    CALL(fchmodat),        CALL(utime),      CALL(utimes),
    CALL(utimensat), CALL(utimensat_time64)};

/* What is not listed at all fails with EPERM; these have other reasons. */
static const struct Refused {
  int call, error;
} refused[] = {{CALL(fork), EAGAIN},       {CALL(vfork), EAGAIN},
               {CALL(clone3), ENOSYS}, /* then the C library tries clone */
               {CALL(execve), EACCES},     {CALL(socket), EACCES},
               {CALL(socketpair), EACCES}, {CALL(socketcall), EACCES},
               {CALL(connect), EACCES},    {CALL(bind), EACCES},
               {CALL(sendto), EACCES},     {CALL(openat2), ENOSYS},
               {CALL(shmget), EACCES},     {CALL(semget), EACCES},
               {CALL(msgget), EACCES},     {CALL(mq_open), EACCES}};

/* Opening a file may change it. */
static const uint64_t change_flags =
    O_ACCMODE | O_CREAT | O_TRUNC | (O_TMPFILE & ~O_DIRECTORY);

static const uint64_t space_flags = CLONE_NEWNS | CLONE_NEWCGROUP |
                                    CLONE_NEWUTS | CLONE_NEWIPC |
                                    CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;

static const uint32_t allow = SCMP_ACT_ALLOW;

/* `call` where argument `nth`, of the bits in `mask`, is `value`. */
static bool add_where(scmp_filter_ctx c, uint32_t action, int call,
                      unsigned nth, uint64_t mask, uint64_t value) {
  assert(nth < 6);
  struct scmp_arg_cmp test = {nth, SCMP_CMP_MASKED_EQ, mask, value};
  return seccomp_rule_add_array(c, action, call, 1, &test) == 0;
}

static bool add(scmp_filter_ctx c, uint32_t action, int call) {
  return seccomp_rule_add(c, action, call, 0) == 0;
}

static const uint64_t word = 0xffffffffu; /* int arguments: the low half */

static bool add_opening(scmp_filter_ctx c, FilterView view) {
  if (view == FILTER_PRIVATE)
    return add(c, allow, CALL(open)) && add(c, allow, CALL(openat));
  uint32_t no = SCMP_ACT_ERRNO(EACCES);
  bool good = add_where(c, allow, CALL(open), 1, change_flags, O_RDONLY) &&
              add_where(c, allow, CALL(openat), 2, change_flags, O_RDONLY);
  static const uint64_t each[] = {O_WRONLY, O_RDWR, O_CREAT, O_TRUNC,
                                  O_TMPFILE & ~O_DIRECTORY};
  for (size_t i = 0; good && i < sizeof each / sizeof *each; i++)
    good = add_where(c, no, CALL(open), 1, each[i], each[i]) &&
           add_where(c, no, CALL(openat), 2, each[i], each[i]);
  return good;
}

/* Threads; of a server, children. */
static bool add_processes(scmp_filter_ctx c, FilterUse use) {
  if (use == FILTER_SERVER)
    return add_where(c, allow, CALL(clone), 0, space_flags, 0) &&
           add(c, allow, CALL(kill)) && add(c, allow, CALL(tgkill)) &&
           add_where(c, allow, CALL(prctl), 0, word, PR_SET_SECCOMP);
  uint64_t thread = CLONE_THREAD | space_flags;
  return add_where(c, allow, CALL(clone), 0, thread, CLONE_THREAD) &&
         add_where(c, SCMP_ACT_ERRNO(EAGAIN), CALL(clone), 0, CLONE_THREAD,
                   0) &&
         add_where(c, allow, CALL(kill), 0, word, FILTER_SELF) &&
         add_where(c, allow, CALL(tgkill), 0, word, FILTER_SELF);
}

/* Calls that do several things. */
static bool add_words(scmp_filter_ctx c) {
  static const uint64_t descriptor_words[] = {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD,
                                              F_SETFD, F_GETFL};
  bool good = true;
  for (size_t i = 0; i < sizeof descriptor_words / sizeof(uint64_t); i++)
    good = good &&
           add_where(c, allow, CALL(fcntl), 1, word, descriptor_words[i]) &&
           add_where(c, allow, CALL(fcntl64), 1, word, descriptor_words[i]);
  return good && add_where(c, allow, CALL(ioctl), 1, word, TCGETS) &&
         add_where(c, allow, CALL(ioctl), 1, word, TIOCGWINSZ) &&
         add_where(c, allow, CALL(prctl), 0, word, PR_SET_NAME) &&
         add_where(c, allow, CALL(prctl), 0, word, PR_SET_PDEATHSIG) &&
         add_where(c, allow, CALL(prlimit64), 2, UINT64_MAX, 0) &&
         add_where(c, allow, CALL(execveat), 0, word, FILTER_PROGRAM);
}

static bool add_lists(scmp_filter_ctx c, FilterUse use, FilterView view) {
  bool good = true;
  for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
    good = good && add(c, allow, allowed[i]);
  uint32_t action =
      view == FILTER_PRIVATE ? allow : (uint32_t)SCMP_ACT_ERRNO(EACCES);
  for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
    good = good && add(c, action, changes[i]);
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    bool forks =
        refused[i].call == CALL(fork) || refused[i].call == CALL(vfork);
    uint32_t no = SCMP_ACT_ERRNO((uint32_t)refused[i].error);
    good = good &&
           add(c, forks && use == FILTER_SERVER ? allow : no, refused[i].call);
  }
  return good;
}

/* The instruction sets; nothing kills; the processor's guesses are not slowed
 * down; no privilege is gained by executing a file. */
static bool set_up(scmp_filter_ctx c) {
  return (seccomp_arch_exist(c, SCMP_ARCH_X86) == 0 ||
          seccomp_arch_add(c, SCMP_ARCH_X86) == 0) &&
         seccomp_attr_set(c, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ERRNO(ENOSYS)) ==
             0 &&
         seccomp_attr_set(c, SCMP_FLTATR_CTL_NNP, 1) == 0 &&
         seccomp_attr_set(c, SCMP_FLTATR_CTL_SSB, 1) == 0;
}

static scmp_filter_ctx make(FilterUse use, FilterView view) {
  scmp_filter_ctx c = seccomp_init(SCMP_ACT_ERRNO(EPERM));
  if (c && set_up(c) && add_lists(c, use, view) && add_opening(c, view) &&
      add_processes(c, use) && add_words(c))
    return c;
  die(EXIT_INTERNAL, "libseccomp refuses a rule");
}

static void print(scmp_filter_ctx c, const char *name) {
  int file = memfd_create(name, 0);
  struct sock_filter code;
  if (file < 0 || seccomp_export_bpf(c, file) != 0)
    die(EXIT_INTERNAL, "no filter is made");
  printf("static const struct sock_filter %s[] = {\n", name);
  lseek(file, 0, SEEK_SET);
  while (read(file, &code, sizeof code) == sizeof code)
    printf("  {0x%x, %u, %u, 0x%x},\n", code.code, code.jt, code.jf, code.k);
  printf("};\n");
  close(file);
}

int main(void) {
  static const char *const names[FILTER_USES][FILTER_VIEWS] = {
      {"alone_machine", "alone_private"}, {"server_machine", "server_private"}};
  printf(
      "/* made by tools/filter/filter.c */\n#include \"process/filter.h\"\n");
  for (int i = 0; i < FILTER_USES * FILTER_VIEWS; i++) {
    scmp_filter_ctx c =
        make((FilterUse)(i / FILTER_VIEWS), (FilterView)(i % FILTER_VIEWS));
    print(c, names[i / FILTER_VIEWS][i % FILTER_VIEWS]);
    seccomp_release(c);
  }
  printf("#define F(a) {sizeof a / sizeof *a, (struct sock_filter *)a}\n"
         "const struct sock_fprog filter_table[%d][%d] = {\n",
         FILTER_USES, FILTER_VIEWS);
  for (int use = 0; use < FILTER_USES; use++)
    printf("  {F(%s), F(%s)},\n", names[use][0], names[use][1]);
  printf("};\n");
  return 0;
}
