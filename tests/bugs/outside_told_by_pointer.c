// property: unreach-call
// expect: false
// guards: an address given to a function without a body that is called through a pointer
extern void reach_error(void);
int *find(void);
void give(int *);
int g;
int main(void) {
  void (*tell)(int *) = give;
  tell(&g);
  *find() = 5;
  if (g == 5) reach_error();
  return 0;
}
