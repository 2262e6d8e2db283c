// property: unreach-call
// expect: true
// guards: functions without a model change nothing but what they are given
#include <signal.h>
#include <wchar.h>
extern void reach_error(void);
struct s {
  int before;
  wchar_t name[8];
  int behind;
};
int main(void) {
  sigset_t set;
  struct s s = {1, L"", 2};
  int x = 3;
  sigemptyset(&set);
  swprintf(s.name, 8, L"%d", x);
  if (x != 3 || s.before != 1 || s.behind != 2) reach_error();
  return 0;
}
