// property: unreach-call,assertion
// expect: false
extern void reach_error(void);
struct pair { char tag; short low; long high; };
static long sum(struct pair p) { return p.tag + p.low + p.high; }
int main(void) {
  struct pair p;
  p.tag = 3;
  if (sum(p) == 1000 && p.low == -2) reach_error();
  return 0;
}
