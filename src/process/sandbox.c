/* SPDX-License-Identifier: MIT
 *
 * Running a program that nobody trusts.
 *
 * A counterexample is believed when the compiled program fails with its inputs.
 * That program is whatever the user's code says, or, once it has left an
 * object, whatever its bytes say: `unlink`, `connect`, `kill`.  Four walls,
 * each enough for most of what may happen:
 *
 * 1. Name spaces: no network, no other process to be seen or signalled, and as
 *    file system a small one in memory with the C library in it, read-only.
 * 2. No privileges: root becomes nobody, all capabilities are dropped, and no
 *    executed file gives any.
 * 3. The filter of system calls (tools/filter/filter.c).
 * 4. Limits: on memory, time, open files, processes, the size of a file.
 *
 * Kernels refuse name spaces now and then: in containers, to ordinary users.
 * A refusal costs one system call, so it is met anew each time, not remembered.
 * The other walls are left; the filter is then the one that lets no file be
 * changed.  Without a filter nothing is run.
 *
 * Processes.  The first process of a name space is not like others (signals
 * that it does not handle are ignored), so it is not the program:
 *
 *     outer ─clone→ first ─clone→ the program
 *
 * They share their memory, which the outer one has from us, each waiting until
 * the next has its own or is gone; so each has its own stack, in the frame of
 * the one that waits.  `first` leaves there how the program ended, and the
 * outer one ends the same way.  When
 * `first` ends, the kernel kills whatever is left in its name space; when the
 * outer one is killed, `first` is.  But then nobody is told what time the
 * program has used; so who wants it to end asks first (child_end). */
#include "process/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/mount.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stdalign.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process/filter.h"

enum { NOBODY = 65534, WHY = SANDBOX_WHY, STACK = 128 << 10 };
/* Of the user, wherever they run.  Only a server makes some, one at a time;
 * this is for what slips through. */
enum { PROCESSES = 2000 };

/* ---- privileges ---- */

/* Root becomes nobody, where there is one.  Nobody has capabilities then. */
static void drop_privileges(void) {
  if (geteuid() == 0) {
    (void)!setgroups(0, NULL);
    (void)!setresgid(NOBODY, NOBODY, NOBODY);
    (void)!setresuid(NOBODY, NOBODY, NOBODY);
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* forgotten with the old user */
  }
  struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct none[2] = {0};
  syscall(SYS_capset, &head, none);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

/* ---- the view ---- */

static bool write_to(const char *path, const char *format, unsigned id) {
  char text[40];
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return false;
  int n = snprintf(text, sizeof text, format, id);
  bool good = write(file, text, (size_t)n) == n;
  close(file);
  return good;
}

/* Name spaces; an ordinary user needs one of users, too. */
static bool leave_machine(void) {
  int spaces =
      CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWPID;
  unsigned user = geteuid(), group = getegid();
  if (unshare(spaces) == 0) return true;
  if (unshare(spaces | CLONE_NEWUSER) != 0) return false;
  write_to("/proc/self/setgroups", "deny", 0);
  write_to("/proc/self/uid_map", "65534 %u 1", user);
  write_to("/proc/self/gid_map", "65534 %u 1", group);
  return true;
}

static bool make_unwritable(const char *path) {
  struct mount_attr attr = {.attr_set = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID |
                                        MOUNT_ATTR_NODEV};
  return syscall(SYS_mount_setattr, AT_FDCWD, path, AT_RECURSIVE, &attr,
                 sizeof attr) == 0;
}

/* A directory of the machine, or what it is a link to, in the new root, which
 * is the working directory. */
static bool show_directory(const char *path) {
  char target[256];
  struct stat is;
  const char *here = path + 1;
  if (lstat(path, &is) != 0) return true;
  if (S_ISLNK(is.st_mode)) {
    ssize_t n = readlink(path, target, sizeof target - 1);
    target[n > 0 ? n : 0] = 0;
    return symlink(target, here) == 0;
  }
  return mkdir(here, 0755) == 0 &&
         mount(path, here, NULL, MS_BIND | MS_REC, NULL) == 0 &&
         make_unwritable(here);
}

/* The new root is made over the directory that the executable is in, which is
 * ours and open already. */
static bool make_view(const char *executable) {
  static const char *const libraries[] = {
      "/usr/lib", "/usr/lib32", "/usr/lib64", "/lib", "/lib32", "/lib64"};
  char root[512];
  snprintf(root, sizeof root, "%s", executable);
  char *slash = strrchr(root, '/');
  if (!slash || slash == root) return false;
  *slash = 0;
  umask(022);
  if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 &&
      errno != EINVAL) /* EINVAL: / is no mount; a chroot */
    return false;
  if (mount("cutpoint", root, "tmpfs", MS_NOSUID | MS_NODEV,
            "size=16m,nr_inodes=1k,mode=0755") != 0 ||
      chdir(root) != 0 || mkdir("usr", 0755) != 0)
    return false;
  for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
    if (!show_directory(libraries[i])) return false;
  return mkdir("tmp", 0755) == 0 && chmod("tmp", 01777) == 0 &&
         chroot(".") == 0 && chdir("/tmp") == 0;
}

/* ---- becoming the program ---- */

/* The filter of this process, number `self`, and its children.  False: the
 * kernel does not filter. */
static bool apply_filter(FilterUse use, FilterView view, pid_t self) {
  enum { MOST = 4096 };
  struct sock_filter code[MOST];
  struct sock_fprog filter = filter_table[use][view];
  require(filter.len <= MOST);
  memcpy(code, filter.filter, filter.len * sizeof *code);
  for (int i = 0; i < filter.len; i++)
    if (code[i].k == FILTER_SELF) code[i].k = (uint32_t)self;
  filter.filter = code;
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                 SECCOMP_FILTER_FLAG_SPEC_ALLOW, &filter) == 0;
}

/* Its open file: without the directory it is in, nobody may read it. */
static bool open_program(const char *path) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  fchmod(file, 0755);
  return dup3(file, FILTER_PROGRAM, O_CLOEXEC) == FILTER_PROGRAM;
}

/* A write beyond the limit fails, as on a full disk, instead of killing. */
static void set_limits(const Sandbox *box) {
  const ChildLimit files = {RLIMIT_NOFILE, FILTER_PROGRAM, CHILD_LIMIT_HARD};
  const ChildLimit processes = {RLIMIT_NPROC, PROCESSES, CHILD_LIMIT_HARD};
  for (uint32_t i = 0; i < box->n_limits; i++) child_limit(&box->limits[i]);
  child_limit(&files);
  child_limit(&processes);
  signal(SIGXFSZ, SIG_IGN);
}

/* Asks the loader and the C library for the layout: the environment is above
 * the stack. */
static void set_layout(SandboxLayout layout, char **environment) {
  static char heap[] = "GLIBC_TUNABLES=glibc.malloc.mmap_threshold=1";
  static char padding[5000]; /* more than a page, no multiple of one */
  bool other = layout == SANDBOX_OTHER;
  personality(ADDR_NO_RANDOMIZE | (other ? ADDR_COMPAT_LAYOUT : 0));
  environment[0] = environment[1] = environment[2] = NULL;
  if (!other) return;
  memset(padding, 'x', sizeof padding - 1);
  padding[1] = '=';
  environment[0] = heap;
  environment[1] = padding;
}

/* Returns the error number. */
static int become(const Sandbox *box, FilterView view) {
  char *environment[3];
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  signal(SIGTERM, SIG_DFL);
  drop_privileges();
  set_layout(box->layout, environment);
  set_limits(box);
  if (!apply_filter(box->use, view, getpid())) return ENOSYS;
  syscall(SYS_execveat, FILTER_PROGRAM, "", box->arguments, environment,
          AT_EMPTY_PATH);
  return errno;
}

/* The first process of the name space.  `status` is the program's, as of
 * waitpid; 0 with `error` when there is none. */
typedef struct Inside {
  const Sandbox *box;
  FilterView view;
  int status, error;
} Inside;

/* Asked to end: kills everybody else, and is told of the program's end. */
static void on_request(int number) {
  (void)number;
  kill(-1, SIGKILL);
}

/* A process that works on that stack, in our memory; we wait until it executes
 * a program or ends. */
static pid_t start_on(char *stack, int (*work)(void *), Inside *in) {
  return clone(work, stack + STACK, CLONE_VM | CLONE_VFORK | SIGCHLD, in);
}

static int be_program(void *context) {
  Inside *in = context;
  in->error = become(in->box, in->view);
  _exit(0);
}

static int be_first(void *context) {
  alignas(16) char stack[STACK];
  Inside *in = context;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  signal(SIGTERM, on_request);
  pid_t program = start_on(stack, be_program, in);
  if (program < 0) in->error = errno;
  while (program > 0 && waitpid(program, &in->status, 0) < 0 && errno == EINTR);
  _exit(0);
}

static void end_like(int status) {
  require(WIFEXITED(status) || WIFSIGNALED(status));
  if (WIFEXITED(status)) _exit(WEXITSTATUS(status));
  signal(WTERMSIG(status), SIG_DFL);
  kill(getpid(), WTERMSIG(status));
  _exit(EXIT_INTERNAL);
}

/* Returns the error number. */
static int run_inside(Inside *in) {
  alignas(16) char stack[2 * STACK]; /* the program's is in it, too */
  signal(SIGTERM, SIG_IGN);          /* `first` minds it */
  pid_t first = start_on(stack + STACK, be_first, in);
  if (first < 0) return errno;
  int ignored;
  while (waitpid(first, &ignored, 0) < 0 && errno == EINTR);
  if (in->error == 0) end_like(in->status);
  return in->error;
}

static bool is_set(const char *word) {
  const char *value = getenv(SANDBOX_VARIABLE);
  return value && strcmp(value, word) == 0;
}

void sandbox_become(const Sandbox *box, char why[SANDBOX_WHY]) {
  require(box->arguments[0] && box->use < FILTER_USES);
  const char *path = box->arguments[0];
  snprintf(why, WHY, "the executable cannot be opened");
  if (!open_program(path)) return;
  syscall(SYS_close_range, 4, FILTER_PROGRAM - 1, 0);
  syscall(SYS_close_range, FILTER_PROGRAM + 1, ~0u, 0);
  bool apart = !is_set("filter") && !is_set("none") && leave_machine();
  bool is_private = apart && make_view(path);
  FilterView view = is_private ? FILTER_PRIVATE : FILTER_MACHINE;
  snprintf(why, WHY, "the kernel does not filter system calls");
  if (is_set("none")) return;
  Inside in = {.box = box, .view = view};
  int error = apart ? run_inside(&in) : become(box, view);
  if (error != ENOSYS) snprintf(why, WHY, "%s", strerror(error));
}
