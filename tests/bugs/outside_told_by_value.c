// property: unreach-call
// expect: false
// guards: a struct passed by value tells what it points to
extern void reach_error(void);
struct box {
  int *p;
  int more[20];
};
int *find(void);
void give(struct box);
int g;
int main(void) {
  struct box b = {&g, {1}};
  give(b);
  *find() = 5;
  if (g == 5) reach_error();
  return 0;
}
