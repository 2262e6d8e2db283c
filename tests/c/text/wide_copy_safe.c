// property: valid-memsafety
// expect: true
// guards: wide strings that fit
#include <stdio.h>
#include <wchar.h>
int main(void) {
  wchar_t a[10], b[10], c[20];
  wmemset(a, L'A', 9);
  a[9] = 0;
  wcscpy(b, a);
  wcsncpy(c, b, 5);
  c[5] = 0;
  wcscat(c, L"xy");
  wprintf(L"%ls %d\n", c, (int)wcslen(c));
  return 0;
}
