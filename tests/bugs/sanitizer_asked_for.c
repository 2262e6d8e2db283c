// property: no-overflow
// expect: unknown
// guards: a program that is another one with the compiler's checks
extern int __VERIFIER_nondet_int(void);
#if __has_feature(undefined_behavior_sanitizer)
#define STEP 0
#else
#define STEP 1
#endif
int main(void) {
  return __VERIFIER_nondet_int() + STEP;
}
