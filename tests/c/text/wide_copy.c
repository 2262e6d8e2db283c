// property: valid-memsafety
// expect: false
// guards: the end of a wide string needs room, too
#include <stdio.h>
#include <wchar.h>
int main(void) {
  wchar_t a[10], b[9];
  wmemset(a, L'A', 9);
  a[9] = 0;
  wcscpy(b, a);
  wprintf(L"%ls\n", b);
  return 0;
}
