// property: valid-init
// expect: false
// guards: of a vector, the lane that was never written is the one that counts
typedef int Four __attribute__((vector_size(16)));
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  Four a;
  for (int i = 0; i < 4; i++)
    if (i != 2) a[i] = i;
  unsigned k = __VERIFIER_nondet_uint() % 4;
  return a[k];
}
