/* SPDX-License-Identifier: MIT
 *
 * Files, directories, processes and sockets: calls that ask the system and
 * store its answer.  Each may fail; what is stored is any contents, also then.
 */
#include "model.h"

void __cutpoint_unsupported_a_signal_that_cannot_be_ignored(void);
int __cutpoint_world_ignored(int before, int number, int now); /* world.c */

enum { WIDE = sizeof(long) == 8 };

static int any_success(void) {
  return model_choice() ? -1 : 0;
}

/* Stores an answer of that many bytes. */
static int answer(void *to, size_t bytes) {
  int result = any_success();
  if (result == 0)
    __cutpoint_havoc(to, bytes);
  else
    model_perhaps_some(to, bytes);
  return result;
}

/* ---- results of functions that have no model
 * (src/frontend/library/answers.c) ---- */

/* world.c */
int __cutpoint_world_new(int number);
int __cutpoint_world_terminal(int answer);

int __cutpoint_answer_success(int result) {
  __cutpoint_assume(result == 0 || result == -1);
  return result;
}
int __cutpoint_answer_terminal(int result) {
  __cutpoint_assume(result == 0 || result == 1);
  return __cutpoint_world_terminal(result);
}
int __cutpoint_answer_file(int result) {
  __cutpoint_assume(result >= -1);
  return __cutpoint_world_new(result);
}
int __cutpoint_answer_number(int result) {
  __cutpoint_assume(result >= -1);
  return result;
}
int __cutpoint_answer_failure(int result) {
  return -1;
}
/* Always the same.  A process is not its own parent, which may be in another
 * world: 0. */
enum { LAST_PROCESS = 1 << 22 }; /* PID_MAX_LIMIT of Linux */
static int process, parent;
static unsigned char has_parent;
int __cutpoint_answer_process(int result) {
  __cutpoint_assume(result > 0 && result <= LAST_PROCESS);
  __cutpoint_assume(!process || result == process);
  __cutpoint_assume(!has_parent || result != parent);
  process = result;
  return result;
}
/* Of signal, which is told to ignore (1) or not (0): what was there before. */
void *__cutpoint_answer_handler(int number, void *handler) {
  enum { LAST = 64, KILL = 9, STOP = 19 }; /* 32 and 33 are glibc's own */
  if (number < 1 || number > LAST || number == KILL || number == STOP ||
      number == 32 || number == 33)
    __cutpoint_unsupported_a_signal_that_cannot_be_ignored();
  return (void *)(long)__cutpoint_world_ignored(model_choice(), number,
                                                handler != NULL);
}
int __cutpoint_answer_parent(int result) {
  __cutpoint_assume(result >= 0 && result <= LAST_PROCESS);
  __cutpoint_assume(!has_parent || result == parent);
  __cutpoint_assume(!process || result != process);
  parent = result;
  has_parent = 1;
  return result;
}

/* ---- what a file is ---- */

/* world.c: what is known of a size */
int __cutpoint_world_size(int result, long *size);

static int file_answer(void *out, size_t bytes) {
  enum { SIZE = WIDE ? 48 : 44 };
  int result = answer(out, bytes);
  return __cutpoint_world_size(result, (long *)((char *)out + SIZE));
}

enum { STAT = WIDE ? 144 : 88, STAT64 = WIDE ? 144 : 96 };

int stat(const char *path, void *out) {
  return file_answer(out, STAT);
}
int lstat(const char *path, void *out) {
  return file_answer(out, STAT);
}
int fstat(int file, void *out) {
  return file_answer(out, STAT);
}
int stat64(const char *path, void *out) {
  return file_answer(out, STAT64);
}
int lstat64(const char *path, void *out) {
  return file_answer(out, STAT64);
}
int fstat64(int file, void *out) {
  return file_answer(out, STAT64);
}
int __xstat(int version, const char *path, void *out) {
  return file_answer(out, STAT);
}
int __lxstat(int version, const char *path, void *out) {
  return file_answer(out, STAT);
}
int __fxstat(int version, int file, void *out) {
  return file_answer(out, STAT);
}

/* ---- bytes ---- */

ssize_t pread(int file, void *to, size_t bytes, long at) {
  return model_receive(to, bytes);
}
ssize_t recv(int socket, void *to, size_t bytes, int flags) {
  return model_receive(to, bytes);
}
ssize_t pread64(int file, void *to, size_t bytes, long long at) {
  return model_receive(to, bytes);
}
/* Who has sent it is known if something came. */
ssize_t recvfrom(int socket, void *to, size_t bytes, int flags, void *from,
                 unsigned *length) {
  ssize_t received = model_receive(to, bytes);
  if (received >= 0 && from && length) {
    __cutpoint_havoc(from, *length);
    *length = (unsigned)__cutpoint_nondet_int();
  }
  return received;
}
ssize_t readlink(const char *path, char *to, size_t bytes) {
  return model_receive(to, bytes);
}
ssize_t getrandom(void *to, size_t bytes, unsigned flags) {
  return model_receive(to, bytes);
}
long __cutpoint_world_sought(long place, long offset); /* world.c */

long lseek(int file, long offset, int from) {
  long place = __cutpoint_nondet_long();
  __cutpoint_assume(place >= -1);
  return from == 0 ? __cutpoint_world_sought(place, offset) : place;
}
int dup2(int file, int other) {
  return model_choice() ? -1 : other;
}
int __cutpoint_world_ends(int result, int *ends); /* world.c */

int pipe(int ends[2]) {
  int result = answer(ends, 2 * sizeof(int));
  __cutpoint_assume(result != 0 ||
                    (ends[0] >= 0 && ends[1] >= 0 && ends[0] != ends[1]));
  return __cutpoint_world_ends(result, ends);
}

/* ---- names ---- */

static char *any_name(char *to, size_t room) {
  if (model_choice()) {
    model_perhaps_some(to, room);
    return NULL;
  }
  model_any_string(to, room);
  return to;
}
char *getcwd(char *to, size_t room) {
  if (to) return room == 0 ? NULL : any_name(to, room);
  if (model_choice()) return NULL;
  if (room == 0) room = 4096;
  to = __cutpoint_alloc(room);
  model_any_string(to, room);
  return to;
}
int gethostname(char *to, size_t room) {
  return answer(to, room);
}
/* Six texts, which the kernel always has. */
int uname(void *out) {
  enum { TEXTS = 6, ROOM = 65 };
  char *texts = out;
  int i;
  __cutpoint_havoc(out, TEXTS * ROOM);
  for (i = 1; i <= TEXTS; i++) texts[i * ROOM - 1] = 0;
  return 0;
}

/* ---- the process ---- */

/* What it was before. */
unsigned umask(unsigned mask) {
  static unsigned char is_known;
  static unsigned kept;
  unsigned old = (unsigned)__cutpoint_nondet_int();
  __cutpoint_assume(is_known ? old == kept : old <= 0777);
  is_known = 1;
  kept = mask & 0777;
  return old;
}

/* Its number, or -1; 0: none has ended, for who does not want to wait. */
static int any_child(int *status, int may_be_none) {
  int child = __cutpoint_nondet_int();
  __cutpoint_assume(child >= -1 && (child != 0 || may_be_none));
  if (status && child > 0) *status = __cutpoint_nondet_int();
  return child;
}
int wait(int *status) {
  return any_child(status, 0);
}
int waitpid(int child, int *status, int options) {
  enum { NO_HANG = 1 };
  return any_child(status, options & NO_HANG);
}
/* Only who asks about what there is not gets no answer (POSIX: EINVAL). */
static int answer_if(int is_there, void *out, size_t bytes) {
  if (!is_there) return answer(out, bytes);
  __cutpoint_havoc(out, bytes);
  return 0;
}
int getrusage(int who, void *out) {
  enum { CHILDREN = -1, THREAD = 1 };
  return answer_if(who >= CHILDREN && who <= THREAD, out, 18 * sizeof(long));
}
int getrlimit(int what, void *out) {
  enum { KINDS = 16, NOW = 0, MOST = 1 };
  const unsigned long *limits = out;
  int result =
      answer_if(what >= 0 && what < KINDS, out, 2 * sizeof(unsigned long));
  __cutpoint_assume(result != 0 || limits[NOW] <= limits[MOST]);
  return result;
}
long times(void *out) {
  if (out) __cutpoint_havoc(out, 4 * sizeof(long));
  return __cutpoint_nondet_long();
}

/* ---- waiting for files ---- */

/* How many are ready, of at most so many; -1: an error. */
static int any_count(unsigned long most) {
  int n = __cutpoint_nondet_int();
  __cutpoint_assume(n >= -1 && n <= (long)most);
  return n;
}

struct pollfd {
  int file;
  short wanted, happened;
};
int poll(struct pollfd *files, unsigned long n, int milliseconds) {
  unsigned long i;
  for (i = 0; i < n; i++) {
    model_takes(files[i].file | files[i].wanted);
    __cutpoint_havoc(&files[i].happened, sizeof files[i].happened);
  }
  return any_count(n);
}
static void change_set(int n, void *set) {
  enum { BITS = 8 * sizeof(long) };
  if (!set || n <= 0) return;
  model_takes(*(long *)set);
  __cutpoint_havoc(set, ((size_t)n + BITS - 1) / BITS * sizeof(long));
}
int select(int n, void *readable, void *writable, void *special, void *time) {
  unsigned long sets;
  change_set(n, readable);
  change_set(n, writable);
  change_set(n, special);
  if (time) {
    model_takes(((long *)time)[0] | ((long *)time)[1]);
    __cutpoint_havoc(time, 2 * sizeof(long));
  }
  if (n < 0) return -1;
  sets = (unsigned long)!!readable + !!writable + !!special;
  return any_count((unsigned long)n * sets);
}

/* ---- byte order ---- */

unsigned htonl(unsigned x) {
  return __builtin_bswap32(x);
}
unsigned ntohl(unsigned x) {
  return __builtin_bswap32(x);
}
unsigned short htons(unsigned short x) {
  return __builtin_bswap16(x);
}
unsigned short ntohs(unsigned short x) {
  return __builtin_bswap16(x);
}
