// property: unreach-call
// expect: unknown
// says: the C library's errx
// guards: errx was said to return, where it is not declared as one that does not (a wrong false)
extern void errx(int code, const char *format, ...);
extern void reach_error(void);
int main(void) {
  errx(1, "no");
  reach_error();
  return 0;
}
