// property: unreach-call
// expect: false
// guards: what a struct that was given away points to was told, too
extern void reach_error(void);
struct box {
  int *p;
};
int *find(void);
void give(struct box *);
int g;
int main(void) {
  struct box b = {&g};
  give(&b);
  *find() = 5;
  if (g == 5) reach_error();
  return 0;
}
