// property: unreach-call
// expect: true
// guards: answers that are not just any number, again
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/file.h>
#include <unistd.h>
#include <wchar.h>
extern void reach_error(void);
int main(void) {
  int moved = fseeko(stdin, 0, 0), locked = flock(1, LOCK_UN);
  if (moved != 0 && moved != -1) reach_error();
  if (locked != 0 && locked != -1) reach_error();
  if (getsid(0) < -1) reach_error();
  if (gettid() != getpid()) reach_error();
  if (alarm(3) > 0 || alarm(0) > 3) reach_error();
  wint_t c = putwchar(L'a');
  if (c != L'a' && c != WEOF) reach_error();
}
