// property: valid-deref
// expect: true
// args: --malloc-may-fail
// guards: wcsdup gives NULL where there is no memory
#include <stdlib.h>
#include <wchar.h>
int main(void) {
  wchar_t *copy = wcsdup(L"ab");
  free(copy);
  return 0;
}
