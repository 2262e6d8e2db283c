// property: unreach-call
// expect: true
// args: --engine=trace --seed=none --stats=/dev/stdout
// says: "closed": 1,
// says: "restarts": 1,
// says: "nodes": .,
// guards: one iteration suffices, whatever the bound (symbolic execution paper, Fig. 3b)
extern void reach_error(void);

int main(void) {
  int y = 0, n = 0;
  while (n < 200) {
    y++;
    n++;
  }
  if (y + n < 200) reach_error();
  return 0;
}
