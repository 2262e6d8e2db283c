// property: unreach-call
// expect: false
// guards: heap memory was told
extern void reach_error(void);
typedef __SIZE_TYPE__ size_t;
extern void *malloc(size_t);
int *find(void);
void give(int *);
int main(void) {
  int *x = malloc(sizeof *x);
  *x = 0;
  give(x);
  *find() = 5;
  if (*x == 5) reach_error();
  return 0;
}
