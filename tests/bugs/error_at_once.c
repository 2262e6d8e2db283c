// property: unreach-call
// expect: false
// says: error: call of reach_error\(\)
// guards: A run whose first instruction is the error is told like any other.
void reach_error(void);

int main(void) {
  reach_error();
  return 0;
}
