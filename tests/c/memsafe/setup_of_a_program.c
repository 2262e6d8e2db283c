// property: unreach-call,valid-deref,valid-free,no-overflow
// expect: true
// says: every locale
// args: --assumptions
// guards: what many programs begin with does not end the check
#include <locale.h>
#include <signal.h>
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  int lines = 0;
  setlocale(LC_ALL, "");
  setbuf(stdout, NULL);
  setvbuf(stderr, NULL, _IONBF, 0);
  if (signal(SIGPIPE, SIG_IGN) == SIG_ERR) reach_error();
  signal(SIGINT, SIG_DFL);
  for (int i = 0; i < 3; i++) lines += printf("%d\n", i) > 0;
  if (lines > 3) reach_error();
  return 0;
}
