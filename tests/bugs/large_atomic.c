// property: unreach-call
// expect: unknown
// guards: a large atomic object is written by a function of the compiler's
extern void reach_error(void);
typedef struct Large {
  int at[8];
} Large;
_Atomic Large shared;
int main(void) {
  Large x = {{1}};
  shared = x;
  x = shared;
  if (x.at[0] == 1) reach_error();
  return 0;
}
