// property: unreach-call
// expect: true
// guards: reading *p through a pointer that is not NULL says nothing new
extern void reach_error(void);
int main(void) {
  int x = 4, *p = &x;
  int v = *p;
  if (!p) reach_error();
  return v;
}
