// property: unreach-call
// expect: true
// args: --32 --engine=cells
// guards: pointers that walk over two arrays in step are indices
extern void reach_error(void);
static short from[5000], to[5000];
int main(void) {
  short *p = from, *q = to;
  while (p != from + 5000) *q++ = *p++;
  for (int i = 0; i < 5000; i++)
    if (from[i] != to[i]) reach_error();
  return 0;
}
