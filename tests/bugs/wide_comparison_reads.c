// property: valid-deref
// expect: unknown
// guards: wcscoll reads both texts
#include <wchar.h>
int main(void) {
  wchar_t a[1] = {L'a'}, b[1] = {L'a'};
  return wcscoll(a, b) != 0;
}
