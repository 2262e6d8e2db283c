// property: unreach-call
// expect: true
// args: --engine=bits
/* An elevator between five floors: it never moves with an open door, and stays
 * in the house. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum { WAITING, OPENING, OPEN, CLOSING, MOVING };

int main(void) {
  int state = WAITING, floor = 0, goal = 0, door = 0, direction = 0;
  for (;;) {
    int call = __VERIFIER_nondet_int();
    switch (state) {
    case WAITING:
      if (call >= 0 && call < 5) {
        goal = call;
        state = goal == floor ? OPENING : MOVING;
        direction = goal > floor ? 1 : -1;
      }
      break;
    case OPENING: door = 1; state = OPEN; break;
    case OPEN:
      if (call == 7) state = CLOSING;
      break;
    case CLOSING: door = 0; state = WAITING; break;
    case MOVING:
      floor += direction;
      if (floor == goal) state = OPENING;
      break;
    }
    if (state == MOVING && door) reach_error();
    if (floor < 0 || floor > 4) reach_error();
  }
}
