// property: unreach-call
// expect: true
// says: the only run
// guards: a struct that is declared in a loop and filled there is no input, so that the only run decides
extern void reach_error(void);

struct step {
  int op, argument;
};

static const struct step program[] = {{0, 40}, {1, 3}, {2, 0}, {1, 5}, {0, 9}};

int main(void) {
  unsigned stack[8] = {0}, depth = 0, sum = 1;
  for (int round = 0; round < 3000; round++)
    for (unsigned at = 0; at < sizeof program / sizeof *program; at++) {
      struct step s = program[(at + sum) % 5];
      unsigned scratch[2];
      scratch[0] = sum;
      scratch[1] = (unsigned)s.argument;
      if (s.op == 0 && depth < 8) stack[depth++] = scratch[1] + sum % 7;
      if (s.op == 1 && depth > 0) stack[depth - 1] *= scratch[1];
      if (s.op == 2 && depth > 0) sum = scratch[0] + stack[--depth];
    }
  if (sum == 7 && depth == 3) reach_error();
  return 0;
}
