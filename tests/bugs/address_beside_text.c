// property: unreach-call
// expect: true
// guards: characters of a struct are no pieces of the addresses beside them
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct entry {
  char name[8];
  struct entry *next;
} last, head = {"head", &last};
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 6) return 0;
  head.name[i] = 'x';
  if (head.name[7] || head.name[i] != 'x') reach_error();
  if (head.next != &last) reach_error();
  return 0;
}
