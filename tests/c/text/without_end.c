// property: valid-memsafety
// expect: unknown
// args: --engine=texts
// guards: a 0 that was overwritten, or lies in another object, ends no text
#include <string.h>
int main(void) {
  char other[8] = "end", text[4];
  text[3] = 0;
  text[0] = text[1] = text[2] = 'a';
  text[3] = other[0];
  return (int)strlen(text);
}
