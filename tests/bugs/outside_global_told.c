// property: unreach-call
// expect: false
// guards: what one function without a body is given another one returns
extern void reach_error(void);
int *find(void);
void give(int *);
int g;
int main(void) {
  give(&g);
  int *p = find();
  if (p) *p = 5;
  if (g == 5) reach_error();
  return 0;
}
