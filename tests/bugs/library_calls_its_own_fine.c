// property: assertion
// expect: true
// guards: wcscpy does not call a wcpcpy of the program's, which the program does
#include <assert.h>
#include <wchar.h>
wchar_t *wcpcpy(wchar_t *to, const wchar_t *from) {
  return to;
}
int main(void) {
  wchar_t word[4];
  wcscpy(word, L"ab");
  assert(word[1] == 'b');
  assert(wcpcpy(word, L"xyz") == word && word[0] == 'a');
  return 0;
}
