// property: unreach-call
// expect: unknown
// args: --64
// guards: where the real function stores nothing, its model's end of a text does not stay behind in a replay
#include <stdio.h>
#include <wchar.h>
extern void reach_error(void);
int main(void) {
  wchar_t b[4] = {7, 7, 7, 7};
  char s[4] = "qqq";
  swprintf(b, 4, L"a");
  sscanf("  ", "%3s", s);
  if (b[2] == 0 || s[1] == 0) reach_error();
  return 0;
}
