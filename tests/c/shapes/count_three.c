// property: unreach-call
// expect: true
// args: --engine=shapes
// guards: a list of known length is known to its end
extern void reach_error(void);
extern void *malloc(unsigned long);
struct bead {
  struct bead *next;
  int colour;
};
int main(void) {
  struct bead *string = 0;
  for (int i = 0; i < 3; i++) {
    struct bead *bead = malloc(sizeof *bead);
    bead->colour = i;
    bead->next = string;
    string = bead;
  }
  int sum = 0, n = 0;
  for (struct bead *b = string; b; b = b->next) {
    sum = 10 * sum + b->colour;
    n++;
  }
  if (sum != 210 || n != 3) reach_error();
  return 0;
}
