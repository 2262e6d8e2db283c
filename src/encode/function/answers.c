/* SPDX-License-Identifier: MIT
 *
 * What POSIX says that calls answer which are not looked into.
 *
 * Idea.  What a function without a body returns can be any number for a solver,
 * and what it leaves in errno as well.  Some of these numbers no system gives:
 * errors are above zero, so that `return -errno;` says that something failed.
 * A call that succeeds may leave errno as it was, so zero is believed where a
 * function sets errno to it or looks whether it is.
 *
 * This proves nothing: a function of the program may set errno to anything. */
#include "encode/function/function_int.h"

/* What functions answer that are not modelled. */
static const struct {
  int64_t least, most;
  const char *names;
} answers[] = {
    {-1, -1, " execl execle execlp execv execve execvp execvpe fexecve "},
    {-1, 0,
     " bind chdir chroot connect fchdir fdatasync fsync ftruncate getitimer "
     "getpeername getsockname getsockopt kill link listen munmap nanosleep "
     "rename rmdir setegid seteuid setgid setitimer setregid setreuid setsockopt "
     "setuid shutdown sigaction sigprocmask socketpair symlink tcgetattr "
     "tcsetattr truncate unlink utime utimes "},
    {-1, INT32_MAX,
     " accept accept4 creat dup dup2 dup3 epoll_create epoll_create1 "
     "epoll_wait fork open openat poll readlinkat select socket "}};

/* ---- errno ---- */

static bool is_errno(const Program *p, const Function *f, Val address) {
  if (!val_is_local(address)) return false;
  FuncId callee = prog_callee(p, &f->insts.at[val_index(address)]);
  return callee.id &&
         strcmp(prog_func(p, callee)->name, "__errno_location") == 0;
}

static bool is_read_of_errno(const Program *p, const Function *f, Val val) {
  if (!val_is_local(val)) return false;
  const Inst *inst = &f->insts.at[val_index(val)];
  return inst->op == OP_LOAD && is_errno(p, f, inst->ops[0]);
}

static bool is_zero(const Program *p, Val val) {
  uint64_t number;
  return val_is_const(val) && prog_const_as_u64(p, val, &number) && !number;
}

/* Does the function set errno to zero, or compare it with zero? */
static bool knows_no_error(const Program *p, const Function *f) {
  for (uint32_t i = 0; i < f->insts.n; i++) {
    const Inst *inst = &f->insts.at[i];
    bool sets = inst->op == OP_STORE;
    if (!sets && inst->op != OP_EQ && inst->op != OP_NE) continue;
    for (uint32_t k = 0; k < 2; k++)
      if (is_zero(p, inst->ops[1 - k]) &&
          (sets ? is_errno(p, f, inst->ops[k])
                : is_read_of_errno(p, f, inst->ops[k])))
        return true;
  }
  return false;
}

/* ---- what others call ---- */

bool enc_answer(const EncExec *x, const EncLeaf *leaf, int64_t *least,
                int64_t *most) {
  require(least && most && leaf->var.id != 0);
  const Program *p = x->enc.program;
  if (leaf->is_memory || !leaf->func.id) return false;
  const Function *f = prog_func(p, leaf->func);
  if (leaf->kind == ENC_LEAF_INPUT && leaf->inst &&
      is_read_of_errno(p, f, val_local(leaf->inst))) {
    *least = knows_no_error(p, f) ? 0 : 1;
    *most = INT32_MAX;
    return true;
  }
  if (leaf->kind != ENC_LEAF_EXTERN) return false;
  for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
    if (text_lists(answers[i].names, f->name)) {
      *least = answers[i].least;
      *most = answers[i].most;
      return true;
    }
  return false;
}
