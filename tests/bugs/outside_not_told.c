// property: unreach-call
// expect: true
// guards: what nobody outside was told of stays apart (a premise)
extern void reach_error(void);
int *find(void);
void give(int *);
static int g, h;
int main(void) {
  give(&h);
  *find() = 5;
  if (g == 5) reach_error();
  return 0;
}
