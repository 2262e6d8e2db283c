// property: valid-init
// expect: false
// guards: characters copy an object with what is not written of it
struct s {
  int a;
  long b;
};
int main(void) {
  struct s from, to;
  from.a = 1;
  const char *p = (const char *)&from;
  char *d = (char *)&to;
  for (unsigned i = 0; i < sizeof from; i++) *d++ = *p++;
  return to.a + (int)to.b;
}
