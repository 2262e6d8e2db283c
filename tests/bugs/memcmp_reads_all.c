// property: valid-deref
// expect: false
// guards: memcmp compares all bytes, also behind a difference
#include <string.h>
int main(void) {
  char a[4] = "abc", b[4] = "xbc";
  return memcmp(a, b, 100) != 0;
}
