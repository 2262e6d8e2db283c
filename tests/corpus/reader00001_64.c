/* What the reader lowers itself: structs by value, varargs, vectors, bit
 * builtins, classes of floats, computed goto, constructors, atomics. */
#include <stdarg.h>
int printf(const char *, ...);
void reach_error(void);
typedef int v4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
struct S {
  char c;
  short s;
  int i : 5;
  unsigned j : 11;
  long l;
  double d;
};
union U {
  int i;
  float f;
  struct S s;
  char b[40];
};
struct S gs = {'a', 2, -3, 5, 7, 2.5};
union U gu = {.f = 1.5f};
int *gi = (int *)((char *)&gs + 8);
struct S ret(struct S a) {
  a.i++;
  a.l *= 3;
  return a;
}
struct P {
  int x, y;
};
struct P rp(struct P p) {
  return (struct P){p.y, p.x};
}
struct D {
  double a, b;
};
struct D rd(struct D d) {
  d.a += d.b;
  return d;
}
struct M {
  float f;
  int i;
  double d;
};
struct M rm(struct M m) {
  m.f *= 2;
  return m;
}
struct L3 {
  char c[3];
};
struct L3 rl(struct L3 l) {
  l.c[1] = 2;
  return l;
}
struct F2 {
  float a, b;
};
struct F2 f2(struct F2 f) {
  return (struct F2){f.b, f.a};
}
struct Al {
  long double x;
  int y;
};
double vsum(int n, va_list ap) {
  double t = 0;
  va_list c;
  va_copy(c, ap);
  for (int i = 0; i < n; i++) t += va_arg(c, int);
  t += va_arg(c, double) + va_arg(c, long double);
  struct P p = va_arg(c, struct P);
  struct S s = va_arg(c, struct S);
  t += p.x * 3 + p.y + s.l + s.d;
  struct Al al = va_arg(c, struct Al);
  t += al.x + al.y;
  t += va_arg(c, long long);
  struct L3 l3 = va_arg(c, struct L3);
  t += l3.c[2];
  struct D d = va_arg(c, struct D);
  t += d.a - d.b;
  struct M m = va_arg(c, struct M);
  t += m.f + m.i + m.d;
  va_end(c);
  return t;
}
double sum(int n, ...) {
  va_list ap;
  va_start(ap, n);
  double t = vsum(n, ap);
  va_end(ap);
  return t;
}
int kr();
int call_kr(void) {
  return kr(1, 2.0, 'c');
}
int kr(a, b)
int a;
double b;
{
  return a + (int)b;
}
int goto_(int n) {
  static void *t[] = {&&a, &&b, &&c};
  int r = 0;
  goto *t[n];
a:
  r += 1;
b:
  r += 10;
c:
  r += 100;
  return r;
}
static unsigned h = 1;
static void mix(unsigned x) {
  h = h * 31 + x;
}
int x0;
__attribute__((constructor)) void ctor(void) {
  x0 = 42;
}
int main() {
  struct S s = ret(gs);
  printf("%d %d %ld %d\n", s.i, s.j, s.l, *gi);
  struct P p = rp((struct P){1, 2});
  struct D d = rd((struct D){1.5, 2});
  struct M m = rm((struct M){1.25, 2, 3});
  struct L3 l = rl((struct L3){{1, 0, 5}});
  struct F2 f = f2((struct F2){1, 2});
  printf("%d %d %d %d %d %d %d\n", p.x, p.y, (int)(d.a * 10), (int)(m.f * 100),
         l.c[1], (int)f.a, x0);
  double v = sum(3, 1, 2, 3, 1.5, 2.5L, p, s, (struct Al){7.5L, 9},
                 123456789012LL, l, d, m);
  printf("%d\n", (int)(v / 1e3));
  v4 a = {1, 2, 3, 4}, b = {4, 3, 2, 1};
  v4 c = a * b + (a < b) - (a >> 1) + __builtin_shufflevector(a, b, 0, 5, 2, 7);
  printf("%d %d %d %d\n", c[0], c[1], c[2], c[3]);
  f4 q = __builtin_convertvector(c, f4) / 2.0f;
  for (int i = 0; i < 4; i++) printf("%d ", (int)(q[i] * 8));
  printf("\n");
  for (unsigned i = 1; i < 200000u; i = i * 3 + 1) {
    mix(__builtin_popcount(i));
    mix(__builtin_clz(i));
    mix(__builtin_ctz(i));
    mix(__builtin_bswap32(i));
    mix(__builtin_bitreverse32(i));
    mix(__builtin_rotateleft32(i, i & 31));
    mix(__builtin_rotateright32(i, i & 31));
    mix(__builtin_bitreverse8(i));
    mix(__builtin_bswap16(i));
    mix(__builtin_rotateleft8(i, i & 7));
    mix(__builtin_popcountll(i * 0x123456789abcdefULL));
    mix(__builtin_clzll(i * 77ull));
    mix(__builtin_rotateleft64(i * 99999ull, i));
    mix(__builtin_parity(i));
    mix(__builtin_ffs(i));
    int o;
    long long oo;
    unsigned uo;
    mix(__builtin_sadd_overflow((int)(i << 15), (int)(i << 16), &o));
    mix(o);
    mix(__builtin_smul_overflow((int)i, (int)(i << 8), &o));
    mix(o);
    mix(__builtin_umul_overflow(i, i, &uo));
    mix(uo);
    mix(__builtin_ssub_overflow((int)(i << 15), (int)(i * 77777), &o));
    mix(o);
    mix(__builtin_mul_overflow((long long)i * i, (long long)i * 12345, &oo));
    mix((unsigned)oo);
    mix(__builtin_usub_overflow(i, 1000u, &uo));
    mix(__builtin_elementwise_add_sat((int)(i << 15), (int)(i << 16)));
    mix(__builtin_elementwise_sub_sat(i, 1000u));
    mix(__builtin_elementwise_sub_sat((int)(i << 15), (int)(i * 77777)));
    mix(__builtin_elementwise_max((int)(i << 15), 3));
    mix(__builtin_elementwise_min(i << 15, 3333u));
    mix(__builtin_elementwise_abs((int)(i << 15)));
  }
  printf("%u\n", h);
  double ds[] = {
      0,        -0.0,    1,     -1,  1e-310, -1e-310, 1 / 0.0,
      -1 / 0.0, 0 / 0.0, 1e308, 2.5, 3.5,    -2.5,    0.49999999999999994};
  for (int i = 0; i < 14; i++) {
    double z = ds[i];
    float zf = (float)z;
    long double zl = z;
    printf("%d%d%d%d%d %d%d%d%d %d%d ", __builtin_isnan(z), __builtin_isinf(z),
           __builtin_isfinite(z), __builtin_isnormal(z),
           __builtin_fpclassify(0, 1, 2, 3, 4, z), __builtin_isnan(zf) != 0,
           __builtin_isinf(zf) != 0, __builtin_isfinite(zf) != 0,
           __builtin_isnormal(zf) != 0, __builtin_isnan(zl) != 0,
           __builtin_isinf(zl) != 0);
    if (i > 9 || (i > 0 && i < 4))
      printf("%d %d %d %d %d", (int)__builtin_floor(z), (int)__builtin_ceil(z),
             (int)__builtin_trunc(z), (int)__builtin_round(z),
             (int)__builtin_rint(z));
    printf("\n");
  }
  printf("%d %d %d %d\n", call_kr(), goto_(0), goto_(1), goto_(2));
  int n = 5;
  int vla[n][n + 1];
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= n; j++) vla[i][j] = i * j;
  printf("%d %d\n", vla[4][5], (int)sizeof vla);
  _BitInt(40) bi = 1;
  for (int i = 0; i < 50; i++) bi = bi * 3 + 1;
  printf("%d\n", (int)(bi >> 8));
  _Atomic int at = 3;
  at += 4;
  at++;
  int e = 8;
  __atomic_compare_exchange_n((int *)&at, &e, 77, 0, 5, 5);
  printf("%d %d\n", at, __sync_fetch_and_add((int *)&at, 5) + at);
#ifdef __SIZEOF_INT128__
  __int128 w = ((__int128)0x123456789abcdefULL << 60) + 7;
  w = w * w / 12345;
  printf("%lld %d\n", (long long)w, (int)(w >> 90));
#endif
  _Complex double cz = 1.5 + 2.0i;
  cz = cz * cz + 1;
  printf("%d %d\n", (int)(__real__ cz * 100), (int)(__imag__ cz * 100));
  long double ld = 1;
  for (int i = 0; i < 100; i++) ld = ld / 3 + 1;
  printf("%d\n", (int)(ld * 1e9L));
  mix((unsigned)s.l), mix((unsigned)(v / 1e6)), mix((unsigned)(ld * 1e6L));
  mix((unsigned)p.x), mix((unsigned)c[3]), mix((unsigned)at);
  printf("%u\n", h);
#ifdef EXPECT
  if (h == EXPECT) reach_error();
#endif
  return 0;
}
