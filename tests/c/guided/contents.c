// property: unreach-call
// expect: false
// args: --engine=guided --32
// guards: fresh memory and uninitialised variables are inputs, too
extern void reach_error(void);
extern void *malloc(unsigned);
int main(void) {
  int fresh, i;
  int *heap = malloc(4000 * sizeof *heap);
  int stack[50];
  for (i = 0; i < 3999; i++) heap[i] = i;
  if (heap[3999] > 5 && stack[49] != 0 && fresh == 11) reach_error();
  return 0;
}
