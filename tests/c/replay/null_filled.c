// property: null-deref
// expect: false
// says: write through NULL
// guards: the user's pointer is NULL inside a library function
extern int __VERIFIER_nondet_int(void);
extern void *memset(void *, int, unsigned long);
int main(void) {
  char room[8], *p = __VERIFIER_nondet_int() == 5 ? (char *)0 : room;
  memset(p, 0, sizeof room);
  return room[3];
}
