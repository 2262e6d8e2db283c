/* The game of life on a small torus. */
#include <assert.h>
#include <string.h>

enum { N = 6 };

static int neighbours(const unsigned char g[N][N], int r, int c) {
  int n = 0;
  for (int dr = -1; dr <= 1; dr++)
    for (int dc = -1; dc <= 1; dc++)
      if (dr || dc) n += g[(r + dr) % N][(c + dc + N) % N]; /* BUG */
  return n;
}

static void step(unsigned char g[N][N]) {
  unsigned char next[N][N];
  for (int r = 0; r < N; r++)
    for (int c = 0; c < N; c++) {
      int n = neighbours((const unsigned char(*)[N])g, r, c);
      next[r][c] = n == 3 || (n == 2 && g[r][c]);
    }
  memcpy(g, next, sizeof next);
}

int main(void) {
  unsigned char g[N][N] = {{0}};
  g[1][2] = g[2][2] = g[3][2] = 1;
  step(g);
  assert(g[2][1] && g[2][3]);
  return 0;
}
