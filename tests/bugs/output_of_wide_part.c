// property: valid-deref
// expect: true
// guards: a precision ends the reading of wide characters, too
#include <stdio.h>
#include <wchar.h>
int main(void) {
  wchar_t text[2] = {L'a', L'b'};
  printf("%.2ls\n", text);
  return 0;
}
