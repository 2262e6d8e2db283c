// property: assertion
// expect: true
// guards: what umask, execv, ftruncate, getppid and uname answer is not just any number
#include <assert.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>
int main(int argc, char **argv) {
  struct utsname system;
  umask(022);
  assert(umask(0) == 022);
  assert(getppid() != getpid());
  assert(execv("/", argv) == -1);
  assert(ftruncate(3, 0) <= 0);
  assert(uname(&system) != 0 || !system.sysname[sizeof system.sysname - 1]);
  return 0;
}
