// property: unreach-call
// expect: false
// guards: a local among variable arguments was told
extern void reach_error(void);
int *find(void);
void give(int, ...);
int main(void) {
  int x = 0;
  give(1, &x);
  *find() = 5;
  if (x == 5) reach_error();
  return 0;
}
