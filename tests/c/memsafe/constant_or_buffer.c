// property: valid-memsafety
// expect: true
// What may point to a constant is written to only where it does not; no bytes
// may be written anywhere.
#include <string.h>
int __VERIFIER_nondet_int(void);
static const char hello[] = "hello";

int main(void) {
  char buffer[6] = "";
  const char *text = __VERIFIER_nondet_int() ? hello : buffer;
  if (text != hello) ((char *)text)[2] = 'a';
  memset((char *)hello, 0, (size_t)(text == hello) - (text != buffer));
  return text[2];
}
