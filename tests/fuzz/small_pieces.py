# SPDX-License-Identifier: MIT
"""Pieces of C for gen_small.py: (what stands before main, statements).

`$[a // b]$` is one of these; $e an expression of few bits, $v a leaf of one, $c
a condition, $i an input, $k a small number; @ the number of the piece; $<e>$
puts the value of e into s.  In DEFINED nothing is undefined; x and y stay small.
RISKY pieces may go wrong, and their macros (memory_truth.h) tell.
"""

DEFINED = [
    # bit-fields
    ("struct b@ { $[int // unsigned // signed]$ a : $[3 // 1 // 5]$; "
     "unsigned b : $[5 // 8 // 31]$; $[_Bool // unsigned char]$ c : 1; "
     "long long d : $[33 // 40]$; };", """
  struct b@ f = {0};
  f.a = $e; f.b $[= // += // -=]$ (unsigned)$e; f.c = $e & 1; f.d = -$v;
  f.$[a // b // d]$$[++ // --]$;
  $<$[f.a - f.b // f.a + f.c // f.d >> 2 // (f.a < 0) + (f.b - 9 < 0)  // f.b >> 1]$>$"""),
    ("struct __attribute__((packed)) k@ { char c; int i; short h; };", """
  struct k@ f = {1, $e, 2}, g = f, *p = $c ? &f : &g;
  p->i $[+= // ^= // =]$ $e; p->h = (short)$v;
  $<$[f.i // g.i - f.h // (int)sizeof f + p->c // f.h]$>$"""),
    # unions
    ("union u@ { unsigned i; unsigned char b[4]; short h[2]; float f; };", """
  union u@ w = {$[7 // 0x01020304 // 0x80000000]$};
  w.$[b[$e & 3] = (unsigned char)$v // h[1] = (short)$e // i += (unsigned)$e]$;
  $<$[w.i // w.b[$e & 3] // w.h[0] // w.i >> 8]$>$"""),
    ("union v@ { float f; unsigned u; double d; unsigned long long l; };", """
  union v@ w;
  w.$[f = (float)$e; s += w.u >> 20 // d = $e * 0.5; s += (unsigned)(w.l >> 50) // u = 0x3f800000u + (unsigned)($v & 1); s += (unsigned)(w.f * 8)]$;
"""),
    # structs by value
    ("struct s@ { $[int a; char b; // short a, b; // long long a; int b; // int a, b, c[3]; // char b; double a;]$ };\n"
     "static struct s@ f@(struct s@ p, int k) { p.a $[+= // = // -=]$ k; "
     "$[p.b = (char)k; // if (k > 1) p.b++; //  ]$ return p; }", """
  struct s@ p = {0}, q;
  p.b = (char)$v;
  q = f@(p, $e);
  $[p = f@(q, q.b); // p = q; q.a = 0; // q = f@(f@(q, 1), (int)q.a); //  ]$
  $<$[p.a + q.b // q.a - p.a // p.b]$>$"""),
    ("struct t@ { int v[4]; char n; };\n"
     "static int f@(struct t@ p) { p.v[1] = 9; return p.v[p.n & 3]; }", """
  struct t@ a[2] = {{{1, 2, 3, 4}, 1}, {{$[5, 6 // [2] = 7 // 0]$}, 2}};
  a[$e & 1] = a[$v & 1]; a[0].n = (char)$e;
  $<f@(a[$v & 1]) $[+ // - // ^]$ a[$[0 // 1]$].v[$e & 3]>$"""),
    # pointers into arrays
    ("", """
  int a[6] = {1, 2, 3, $v, 5}, *p = a + ($e & 3), *q = &a[$[5 // 6 // 4]$];
  $[*p++ = $e; // p[1] = $v; // *++p = 4; // (*p)++; // p[$k & 1] ^= $e;]$
  $<$[q - p // p < q // *p // p[-(p > a)] // (p == &a[3]) + *a // q[-1] // a[p - a]]$>$"""),
    ("static int m@[3][4] = {{1, 2}, {$[3 // [2] = 6]$}, {4, 5, 6, 7}};", """
  int (*p)[4] = m@ + ($e & 1), *q = $[*p // p[1] // &m@[1][0] // (*p) + 1]$;
  q[$e & 1] $[= // += // ^=]$ $e;
  $<$[m@[1][$v & 3] // p[1][$v & 3] // (*p)[2] + q[0] // (int)(q - *p)]$>$"""),
    ("", """
  int a = $e, b = $v, *p = &a, *q = &b, **r = $c ? &p : &q;
  $[*r = q; // **r = 3; // *r = &a; (*q)--; // { int *t = p; p = q; q = t; } //  **r += **r;]$
  $<$[*p - *q // (p == q) + a // **r + b // (r == &p) * 2 + a]$>$"""),
    ("", """
  char c[8] = $["abc" // {1, 2, 3} // "wxyz123"]$, *p = c + ($e & 3);
  short *h = (short *)(void *)(c + 2 * ($v & 1));
  $[*h = (short)$e; // *p = (char)$e; // p[1] = c[0]; // *h += 257;]$
  $<$[c[$e & 7] // *h // p[0] - c[1] // c[2] * 8]$>$"""),
    # heap
    ("", """
  int n = 1 + ($e & 3), *p = $[malloc(sizeof *p * 4) // calloc(4, sizeof *p)]$, *q;
  for (int i = 0; i < 4; i++) p[i] = i * $v;
  p[n & 3] += $e;
  q = $[p // malloc(8); q[0] = q[1] = $e // p + 1]$;
  $<p[$v & 3] - q[$[0 // 1]$]>$"""),
    ("struct l@ { struct l@ *next; int v; };", """
  struct l@ *h = 0;
  for (int i = 0; i < $[2 // 3 // ($v & 3)]$; i++) {
    struct l@ *n = malloc(sizeof *n);
    n->next = h; n->v = $[i // $v + i // i * i]$; h = n;
  }
  while (h) {
    struct l@ *n = h->next;
    $<h->v>$
    free(h); h = n;
  }"""),
    ("struct l@ { struct l@ *next; int v; };\nstatic struct l@ pool@[4], *free@;", """
  for (int i = 0; i < 4; i++) pool@[i].next = free@, free@ = &pool@[i];
  struct l@ *a = free@; free@ = a->next; a->v = $e;
  $[a->next = free@; free@ = a; // if ($c) { a->next = free@; free@ = a; }]$
  struct l@ *b = free@; free@ = b->next; b->v = 1;
  $<$[a == b // a->v + b->v // (int)(b - pool@) // a - b]$>$"""),
    ("", """
  int *p = malloc(4), *q = 0;
  *p = $e;
  if ($c) { q = p; $[p = malloc(4); *p = 2; // *q += 1; // p = &x;]$ }
  $<$[*p // (q ? *q : 1) // p == q]$>$"""),
    # casts, promotions, signs
    ("", """
  $[unsigned char // signed char // short // unsigned short // char]$ a = $[(signed char)$e // (unsigned char)$e // 200]$, b = $[127 // (signed char)$v]$;
  $[a += b; // a = -a; // a++; // b = a; // a = ~a; // a -= 3; // a >>= 1; // a *= 2;]$
  $<$[a * (b & 7) // a > b // ~a // -a // (a + b) >> 1 // a < -1 // (unsigned)a > 9u // a ? b : -1 // !a - b]$>$"""),
    ("", """
  unsigned a = (unsigned)$e; int b = $e; long long c = $[a // b // -1 // 1ll << 33 // (long long)a << 20]$;
  unsigned short h = (unsigned short)b;
  $<$[a > b // c < a // (long)b < (long)a // c + a > 0 // (c ^ b) & 255 // -1 < a // h > b // (b < 0 ? a : b) > 7 // c / 3 // c % 7 // (int)(c >> 5) // h - 1 < 0]$>$"""),
    ("", """
  int a = $[$e * 1000003 // -2147483647 - 1 + ($v & 1) // 2147483647 - ($v & 3) // $e]$, b = $[3 // -3 // 7 // (($v & 1) ? -5 : 2)]$;
  $<$[a / b // a % b // (unsigned)a / 3u // (unsigned)a % (unsigned)b // (a / b) * b + a % b == a // a >> 3 // (unsigned)a >> 3 // (short)a // (a ^ b) < 0 // (long long)a * b >> 4]$>$"""),
    ("enum e@ { A@ = -1, B@, C@ = 5 };", """
  enum e@ a = $c ? A@ : C@; _Bool b = $[$e // $v & 2 // 0.5f * $v]$;
  $<$[a < 0 // b + b // a + b // !b << 1 // b == 2 // (b = $e, b) // a > B@ // -b]$>$"""),
    # shifts and bits
    ("", """
  unsigned a = $[1u // 0x80000001u // (unsigned)$e]$ $[<< // >>]$ ($e & 31);
  unsigned long long b = $[1ull // ~0ull // (unsigned long long)$e]$ $[<< // >>]$ ($e & 63);
  int n = $e & 31;
  $<$[a // b >> 32 // b // a ^ (unsigned)b // (a << n) | (a >> (-n & 31)) // -17 >> n // (b >> n) & 0xff // b > a]$>$"""),
    ("", """
  unsigned a = (unsigned)$e + $[1u // 0xff00u // 255u]$;
  $<$[__builtin_popcount(a) // __builtin_ctz(a | 256) // __builtin_clz(a | 1) // __builtin_bswap32(a) // __builtin_parity(a) // __builtin_ffs((int)a) // __builtin_bswap16((unsigned short)a) // a & -a // (a & (a - 1)) == 0]$>$"""),
    ("", """
  int r = 0; $[int // short // unsigned // long long // signed char]$ t;
  r = __builtin_$[add // sub // mul]$_overflow($e $[* 100 // * 1000000ll // ]$, $[$v // 2147483600 // -128]$, &t);
  $<$[r // t // r + (t > 0)]$>$"""),
    ("", """
  $[__int128 // unsigned __int128]$ a = $e;
  a = a $[* 1000000007 // * 4294967296 * 4294967296 // + 1 // - 5]$;
  $<$[(int)(a >> 64) // (int)(a >> 31) // a > 77 // (a / 3) & 0xff]$>$"""),
    # floats
    ("", """
  float f = $[$e // $v * 0.1f // 16777216.0f + $v // 1e30f // $v / 4.0f]$; double d = $[f // $v * 0.1 // 0.5 // 1e-300 * $v]$;
  $[f = f + d; // d = f * 3; // f = (float)d; // d -= f; // f /= 3; // if (f > d) f = -f; //  ]$
  $<$[f == d // f < d // (f > -1000 && f < 1000 ? (int)f : 7) // (d > -9 && d < 99 ? (int)(d * 8) : 1) // f != f // (f >= 0) + (d < 1) // f + 1 > f // -f == f]$>$"""),
    ("", """
  double d = $[0.0 // -0.0 // 1.0 / 3 // $v]$, z = $[d / 0.5 // d * 0 // 1 / (d + 8.5)]$; float n = $[(float)$e // (float)4294967295u // (float)16777217]$;
  $<$[d == z // (unsigned char)(n > 0 && n < 200 ? n : 3) // z < n // (long long)n // 1 / d < 0 // !d // (d ? 1 : 2)]$>$"""),
    # recursion
    ("static int f@(int n, int k) { if (n $[<= 0 // < 1 // == 0 || n > 9]$) return k; "
     "return $[f@(n - 1, k + n) // n + f@(n - 2, k) // f@(n - 1, k) + f@(n - 3, 1) // n > 3 ? f@(n - 2, k + 1) : -f@(n - 1, k)]$; }", """
  $<f@($e & $[3 // 7]$, $v)>$"""),
    ("static int o@(int n);\nstatic int e@(int n) { return n $[== // <=]$ 0 ? 1 : o@(n - 1); }\n"
     "static int o@(int n) { return n <= 0 ? 0 : e@(n - $[1 // 2]$); }", """
  $<e@($e & 7)>$"""),
    ("static void f@(int *p, int n) { int t = *p; if (n <= 0) return; *p = t + n; f@($[n & 1 // n > 1 // t]$ ? p : &t, n - 1); *p += t; }", """
  int a = $v;
  f@(&a, $e & 3);
  $<a>$"""),
    # calls through pointers
    ("static int f@(int a) { return a $[+ 1 // * 2 // ^ 3]$; }\nstatic int g@(int a) { return $[-a // a & 1 // a - 4]$; }\n"
     "static int (*const t@[])(int) = {f@, g@, f@};", """
  int (*p)(int) = $[t@[$e & 1] // $c ? f@ : g@ // t@[2]]$;
  $<$[p($e) // p(p(1)) // (p == f@) + t@[$v & 1](2) // p == t@[2] // (*p)($v)]$>$"""),
    ("struct o@ { int (*f)(struct o@ *, int); int v; };\n"
     "static int f@(struct o@ *o, int k) { return o->v += k; }\n"
     "static int g@(struct o@ *o, int k) { o->f = f@; return k - o->v; }", """
  struct o@ o = {$[f@ // g@]$, $v};
  $[if ($c) o.f = g@; // o.f(&o, 1); //  ]$
  $<o.f(&o, $e)>$
  $<o.v>$"""),
    ("static int a@(int (*f)(int, int), int n) { int r = 0; for (int i = 0; i < n; i++) r = f(r, i + 1); return r; }\n"
     "static int f@(int p, int q) { return p $[+ // - // ^]$ q; }\nstatic int g@(int p, int q) { return p < q ? q : p; }", """
  $<a@($[f@ // g@ // $c ? f@ : g@]$, $e & 3)>$"""),
    # jumps
    ("", """
  int n = $e & 3;
again@:
  n += 2;
  if (n $[< 6 // % 3 // == 2 || n == 3]$ && n < 20) goto $[again@ // out@ // again@]$;
  $<n>$
out@:
  s += (unsigned)n;"""),
    ("", """
  int n = $e, i = 0;
  if ($c) goto in@;
  for (i = 1; i < 4; i++) {
    n += i;
in@:
    if (n > 7) { n -= 3; $[continue; // break; //  ]$ }
    n++;
  }
  $<n * 8 + i>$"""),
    ("", """
  int n = 0;
  switch ($e) {
  case $[0 // -1 // 7]$: n += 1; $[break; //  ]$
  $[case 1 ... 3: // case 1: case 2:]$ n += 2;
  default: n += 4; $[break; //  ]$
  case 5: n ^= $v; $[break; //  ]$
  case -128: n -= 1;
  }
  $<n>$"""),
    ("", """
  int n = $e & 7, i = 0;
  switch (n & 3) {
  case 0: do { i++;
  case 3: i += 2;
  case 2: i ^= $v & 1;
  case 1: n -= 4;
    } while (n > 0);
  }
  $<i * 4 + n>$"""),
    ("", """
  switch ((unsigned char)$e) { case 0: s += 1; case 255: s += 2; break; case 128: { int t = $v; s += (unsigned)t; } default: s ^= 5; }
  switch ($v * 4294967296ll + 1) { case 1: s++; break; case 4294967297ll: s += 9; }"""),
    # loops
    ("", """
  int i = $[0 // $v // 1]$, n = 0;
  $[while (i < 5) { i += 1 + ($v & 1); n += i; } // do { n++; i -= 3; } while (i > 0); // for (; i < 4; i++) { if (i == 2) continue; if (n > 5) break; n += i + 1; } // while (i-- > 0) n += 2;]$
  $<n>$ $<i>$"""),
    ("", """
  unsigned n = 0;
  for (unsigned i = 0; i < $[20u // 50u // 100u // 12u]$; i++) { n += $[2 // 3 // i & 1 // (i % 3 == 0)]$; $[if (n > 60) n = 0; //  ]$ }
  $<n $[+ // ^]$ (unsigned)$v>$"""),
    ("", """
  int n = 0;
  for (int i = 0; i < 3; i++)
    for (int j = $[0 // i]$; j < $[2 // i + 1 // 3]$; j++) { if ($[i == j // j > 1 // n > 3]$) $[break // continue // n++]$; n += $[1 // i * j // $v & 1]$; }
  $<n>$"""),
    # volatile, static, const
    ("static $[volatile // ]$ int g@ = $k;\nstatic int f@(void) { static int n = 3; return n++ + g@; }", """
  volatile int t = $e; g@ = $v;
  t += f@(); $[t++; // g@ += t; //  ]$
  $<t>$ $<f@()>$"""),
    ("static const $[int // unsigned char // short]$ t@[] = {3, 1, 4, 1, 5, 9, 2, 6};\nstatic const char *const n@[] = {\"a\", \"bcd\", \"\", \"ef\"};", """
  $<$[t@[$e & 7] // n@[$v & 3][0] // n@[1][$e & 3] // t@[t@[$v & 3] & 7] // (int)sizeof t@ // n@[$e & 3] == n@[1]]$>$"""),
    ("static int g@, *p@ = &g@;\nstatic int f@(int *q) { g@ = 4; *q += $[1 // g@]$; return g@; }", """
  g@ = $e;
  int a = f@($c ? &g@ : &y);
  y = (signed char)y;
  $<a + *p@>$"""),
    # arrays of unknown size, alloca
    ("", """
  int n = 2 + ($e & 3), i;
  $[int a[n]; // int *a = __builtin_alloca(sizeof(int) * (unsigned)n); // int a[n + 1];]$
  for (i = 0; i < n; i++) a[i] = i * $v;
  $<a[n - 1 - ($v & 1)] $[+ // -]$ a[0]>$
  s += (unsigned)n;"""),
    ("static int f@(int n, int a[n][2]) { int t = 0; for (int i = 0; i < n; i++) t += a[i][i & 1]; return t; }", """
  int a[3][2] = {{1, 2}, {$v, 4}, {5}};
  $<f@(1 + ($e & 1), $[a // a + 1]$)>$"""),
    # strings
    ("#include <string.h>", """
  char a[8] = $["ab" // "" // {'x', 0, 'y'} // "abcdefg"]$, b[8] = {0};
  $[strcpy(b, a); // memcpy(b, a, 8); // strncpy(b, a, 8); // memset(b, 0, 8);]$
  b[$e & 3] = $['b' // 0 // (char)$v]$; b[7] = 0;
  $<$[(int)strlen(b) // (strcmp(a, b) < 0) - (strcmp(a, b) > 0) // memcmp(a, b, 2) == 0 // strchr(b, 'b') != 0 // strncmp(a, b, 2) > 0 // strcmp(b, "ab") == 0 // (strrchr(b, 'b') ? (int)(strrchr(b, 'b') - b) : -1) // b[1]]$>$"""),
    ("#include <string.h>", """
  int a[6] = {1, 2, 3, 4, 5, 6};
  $[memmove(a + 1, a, 3 * sizeof *a); // memmove(a, a + ($v & 1), 4 * sizeof *a); // memset(a, $[0 // 1 // -1]$, 2 * sizeof *a); // memcpy(a, a + 3, 4 * (unsigned)($e & 3)); // memset((char *)a + 1, $v, 2);]$
  $<a[$e & 3] $[+ // ^]$ a[1]>$"""),
    # copies of lengths that inputs choose
    ("#include <string.h>", """
  $[int // unsigned short // signed char // long long]$ a[6] = {1, 2, 3, 4, 5, 6}, b[6] = {9, 8, 7};
  unsigned n = (unsigned)($e & 3), k = (unsigned)($v & 3);
  $[memcpy(b, a, n * sizeof *a); // memcpy(b + k, a, n * sizeof *a); // memmove(a + k, a, n * sizeof *a); // memmove(a, a + k, n * sizeof *a); // memset(a + k, $[0 // 1 // 255]$, n * sizeof *a); // memcpy(b, a, n + k); // memset((char *)a + k, 2, n);]$
  $<(int)a[$e & 3] $[+ // ^]$ (int)b[$[k // 1 // 5]$]>$"""),
    ("#include <string.h>\nstruct c@ { $[short a; char b; int c; // int a, b, c; // char a, b; long long c; // short a, b, *p; int c;]$ };", """
  struct c@ t[3] = {{1, 2}, {3, 4}, {5, 6}}, u[3] = {{0}}, *p = $[u // u + 1 // t]$;
  unsigned n = (unsigned)($e & 1) $[+ 1 //  ]$;
  t[1].c = $v; t[2].c = 9;
  $[memmove(p, t + ($v & 1), n * sizeof *t); // memcpy($[u // u + 1]$, t, n * sizeof *t); // memmove(p, (char *)t + sizeof *t, n * sizeof *t); // memset(p, 0, n * sizeof *p);]$
  $<$[u[0].c // u[1].a + u[1].c // t[1].b - t[0].c // u[$v & 1].b // p->a + p->c]$>$"""),
    ("#include <string.h>", """
  int a = 1, b = $v, c = 3, *p[3] = {&a, &b, &c}, *q[3] = {&c, &c, &a};
  unsigned n = (unsigned)($e & $[3 // 1]$);
  $[memcpy(q, p, n * sizeof *p); // memmove(p + 1, p, (n & 1) * 2 * sizeof *p); // memmove(p, p + 1, (n & 1) * 2 * sizeof *p); // memcpy(q + (n == 1), p, (n & 1) * sizeof *p);]$
  *q[$v & 1] $[+= // =]$ 5; *p[1] = 7;
  $<$[a - b // *p[0] + *q[0] // (p[1] == q[1]) + c // b]$>$"""),
    ("#include <string.h>", """
  unsigned n = 1 + (unsigned)($e & 3), k = (unsigned)($v & 3);
  char *p = malloc($[n // 8]$), *q = $[malloc(n + k) // calloc(8, 1) // malloc(8)]$;
  memset(p, $[$v // 3]$, n); memset(q, 1, n + k);
  $[memcpy(q + k, p, n); // memmove(q, q + k, n); // memcpy(q, p, n); memset(q, 5, k); // memmove(q + k, q, n);]$
  $<q[$[k // 0 // n - 1 // n + k - 1]$] $[+ // ^]$ p[$[0 // n - 1]$]>$
  free(p); free(q);"""),
    ("#include <stdlib.h>\n#include <ctype.h>", """
  char t[4] = {$['1' // '-' // ' ' // 'a']$, (char)('0' + ($e & 7)), $['5' // 0 // 'z']$, 0};
  $<$[atoi(t) // (int)strtol(t, 0, 10) // (int)strtol(t, 0, 16) // abs($e) // toupper(t[0]) // (isdigit((unsigned char)t[0]) != 0) // (int)labs($v) // div($e, 3).rem]$>$"""),
    # expressions
    ("struct d@ { int a, b[3]; struct { short c; } in; };", """
  struct d@ d = {.b = {[1] = $e}, .in.c = (short)$v, .a = 2}, *p = &(struct d@){1, {2, $v, 4}, {5}};
  $[*p = d; // d.b[2] = p->b[1]; // d.in = p->in; // p->a++; //  ]$
  $<$[p->b[$e & 1] + d.in.c // d.a - p->a // d.b[$v & 1] // ((struct d@){3}).a]$>$"""),
    ("static int n@;\nstatic int t@(int v) { n@ = n@ * 3 + v; return v; }", """
  n@ = 0;
  int r = $[t@($v) && t@(2) // t@(0) || t@($e) // ($v ? t@(1) : t@(2)) // (t@(1), t@($v)) // (t@($e) > 1 && t@(1)) || t@(3) // !t@($v)]$;
  $<r>$ $<n@>$"""),
    ("", """
  int a[3] = {1, 2, 3}, i = $e & 1;
  a[i] = $[7 // $v // a[1]]$;
  i += $[i ? 1 : 0 // a[0] > 1 // ({ int t = a[1]; t & 1; })]$;
  $<a[i] $[+ i // * 2]$>$"""),
    ("#include <stdarg.h>\nstatic int f@(int n, ...) { va_list l; int t = 0; va_start(l, n); "
     "for (int i = 0; i < n; i++) t += va_arg(l, $[int // int // int]$) * (i + 1); va_end(l); return t; }", """
  $<f@(1 + ($e & 1), $v, $e, 3)>$"""),
    ("", """
  $[long // unsigned long // long long]$ a = $e; $[__SIZE_TYPE__ // unsigned // long]$ b = 3;
  $<$[sizeof(a) > b - 4 // a < b // (a - 4) / 2 // (int)(a * b) // a % 5 // b - a > 2]$>$"""),
    ("#define Q@(a) _Generic((a), int: 1, unsigned: 2, long: 3, char: 4, default: 5)", """
  char c = (char)$v; short h = 2;
  $<$[Q@(c + h) // Q@(c) // Q@(1u + h) // Q@(c ? h : 1L) // Q@($e) * x]$>$"""),
    # index lists, sorting, searching
    ("", """
  int a[4] = {$v, 3, $e, 1};
  for (int i = 0; i < 3; i++) for (int j = 0; j < 3 - i; j++) if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }
  $<$[a[0] // a[3] // a[0] > a[1] // a[1] - a[2]]$>$"""),
    ("static int f@(const int *a, int n, int k) { int l = 0, h = n; while (l < h) { int m = (l + h) / 2; if (a[m] < k) l = m + 1; else h = m; } return l; }", """
  int a[4] = {1, 3, 5, 7};
  $<f@(a, $[4 // 3]$, $e)>$"""),
    ("static unsigned short q@(unsigned short c, int n) { while (n-- > 0) c = c & 1 ? (unsigned short)(c >> 1 ^ 0xa001) : (unsigned short)(c >> 1); return c; }", """
  $<q@((unsigned short)$e, $[2 // 4 // $v & 3]$)>$"""),
    # addresses as numbers, casts of pointers
    ("#include <stdint.h>", """
  int a[4] = {1, 2, 3, 4}; uintptr_t u = (uintptr_t)&a[$e & 3];
  u += $[4 * ($v == 0 && u == (uintptr_t)a) // 0]$;
  $<$[*(int *)u // (u - (uintptr_t)a) / 4 // u == (uintptr_t)&a[1] // (u & 3) == 0]$>$"""),
    ("#include <stddef.h>\nstruct c@ { char a; int b; short c; };", """
  struct c@ c = {1, $e, 3}; int *p = &c.b;
  struct c@ *q = (struct c@ *)((char *)p - offsetof(struct c@, b));
  $<$[q->c + *p // q->b - 1 // (int)offsetof(struct c@, c) + q->a // q == &c]$>$"""),
    ("", """
  void *p = $[&x // &y // $c ? &x : &y]$; int *q = p; const char *c = p;
  $<$[*q // c[0] // (p == &x) + c[1] // *(unsigned char *)p]$>$"""),
]

RISKY = [
    ("", """
  $<OVER($[2147483645 // (-2147483647) // 2147483645 // 16777216]$, $[+ // - // *]$, $[$e // x // (x + y)]$)>$"""),
    ("", """
  int n = $[$e // x // y]$;
  $<MATH($[7 // -100 // x]$, $[/ // %]$, n)>$"""),
    ("", """
  $<SHIFT($[1u // 0xff00u // 7u]$, $[<< // >>]$, $[x // $e // ($e & 31) // (x & 63)]$)>$"""),
    ("", """
  int a[4] = {1, 2, 3, 4};
  $[a[IN($e, 4)] = $v; // $<a[IN($e, 4)]>$ // $<a[IN($e & 3, 4)]>$ // for (int i = 0; i <= ($e & 3); i++) a[IN(i + ($v & 1), 4)] = i;]$
  $<a[1]>$"""),
    ("static $[unsigned char // int // short]$ g@[5] = {1, 2};", """
  int i = $e;
  $[if (i >= 0) // if (i >= 0 && i < 5) // if (i < 5) // if (i * i < 25)]$ g@[IN(i, 5)] = 7;
  $<g@[1]>$"""),
    ("", """
  int *p = malloc(sizeof *p); *AT(p) = $e;
  if ($c) { free(p); $[p = 0; // p = malloc(4); *AT(p) = 1; // s++; //  ]$ }
  $[if (p) $<*AT(p)>$ // $<*AT(p)>$ // if ($c) free(p); // free(p);]$"""),
    ("", """
  char *p = malloc(4), *q = p + ($e & 3);
  *AT(q) = 1; q[0] += 1;
  $[free(p); // free(q); // if (p == q) free(q); else free(p); // if ($c) free(p); //  ]$"""),
    ("struct n@ { struct n@ *next; int v; };", """
  struct n@ *a = malloc(sizeof *a), *b = malloc(sizeof *b), *p;
  AT(a)->next = b; AT(a)->v = $e; AT(b)->next = $[0 // a]$; AT(b)->v = 2;
  p = $c ? a : b;
  $[if (AT(p)->next) $<AT(AT(p)->next)->v>$ // $<AT(AT(p)->next)->v>$ // AT(p)->next = p; $<AT(a)->next->v>$]$
  $[free(a); free(b); // free(AT(a)->next); free(a); // free(p); // if (p != a) free(a); free(b);]$"""),
    ("", """
  int *p = &x;
  { int t = $v; LIVE(t); LIVE(x); if ($c) p = &t; $<*AT(p)>$ $[p = &x; // if ($c) p = &x; //  ]$ DEAD(t); }
  $<*AT(p)>$"""),
    ("", """
  RAW(int, t@);
  if ($c) SET(t@) = $e;
  $[if ($c) SET(t@) = 3; //  else SET(t@) = 1; //  ]$
  $[$<READ(t@)>$ // if ($c) $<READ(t@)>$ //  ]$"""),
    ("", """
  RAWS($[int // char // short]$, a@, 3);
  SETS(a@, 0) = 1; SETS(a@, 1 + ($v & 1)) = 2;
  $[SETS(a@, $e & 1) = 5; // for (int i = 0; i < ($e & 3); i++) SETS(a@, i) = 4;]$
  $[$<READS(a@, $e & 1)>$ // $<READS(a@, 1)>$ // if ($c) $<READS(a@, 2)>$ // $<READS(a@, 0)>$]$"""),
    ("", """
  RAW(int, t@);
  for (int i = 0; i < ($e & 3); i++) { if (i == $k) SET(t@) = i; }
  $[if (($v & 3) > 1) $<READ(t@)>$ // $<READ(t@)>$]$"""),
    ("static int f@(int *p, int n) { return n < 0 ? 0 : p[IN(n, 3)] $[+ f@(p, n - 1) // ]$; }", """
  int a[3] = {1, 2, 3};
  $<f@(a, $[$e // $e & 3 // 2]$)>$"""),
]
