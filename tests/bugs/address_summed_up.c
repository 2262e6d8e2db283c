// property: unreach-call
// expect: unknown
// guards: a checksum over the bytes of addresses was computed with ours, and proved by the only run
#include <string.h>
extern void reach_error(void);
struct pair {
  const char *key, *value;
};
static unsigned checksum(const struct pair *pair) {
  unsigned char bytes[sizeof *pair];
  unsigned sum = 1;
  memcpy(bytes, pair, sizeof *pair);
  for (unsigned i = 0; i < sizeof bytes; i++) sum = sum * 7 + bytes[i];
  return sum % 4;
}
char a[5], b[9];
int main(void) {
  struct pair one = {a, b}, other = {b, a};
  if (checksum(&one) != checksum(&other)) reach_error();
  return 0;
}
