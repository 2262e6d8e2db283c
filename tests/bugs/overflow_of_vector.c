// property: no-overflow
// expect: unknown
// says: overflow of complex integers and vectors
// guards: nor for vectors
extern int __VERIFIER_nondet_int(void);
typedef int Four __attribute__((vector_size(16)));
int main(void) {
  Four v = {1, 2, 3, __VERIFIER_nondet_int()};
  v += v;
  return v[3] > 0;
}
