// property: no-overflow
// expect: unknown
// guards: the same through a macro
#define TEXT(words) #words
#define QUIET(name) _Pragma(TEXT(GCC diagnostic ignored name))
QUIET("-Winteger-overflow")
static long list[2] = {2147483647 + 1, 1};
int main(void) {
  return (int)list[1];
}
