// property: unreach-call
// expect: unknown
// guards: an address comes back as a number
extern void reach_error(void);
unsigned long find(void);
void give(int *);
int g;
int main(void) {
  give(&g);
  *(int *)find() = 5;
  if (g == 5) reach_error();
  return 0;
}
