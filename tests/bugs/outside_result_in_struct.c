// property: unreach-call
// expect: unknown
// guards: a pointer in a struct from outside leads to what was told
extern void reach_error(void);
struct box {
  int *p;
  long more[3];
};
struct box find(void);
void give(int *);
int g;
int main(void) {
  give(&g);
  struct box b = find();
  *b.p = 5;
  if (g == 5) reach_error();
  return 0;
}
