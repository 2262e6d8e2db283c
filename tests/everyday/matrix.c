/* Matrices: product and transposed matrix. */
#include <assert.h>

enum { N = 4 };

typedef int matrix[N][N];

static void multiply(matrix out, matrix a, matrix b) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      int sum = 0;
      for (int k = 0; k < N; k++) sum += a[i][k] * b[k][j];
      out[i][j] = sum;
    }
}

static void transpose(matrix m) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < i; j++) {
      int t = m[i][j];
      m[i][j] = m[j][i];
      m[j][i] = t;
    }
}

int main(void) {
  matrix a, one, product;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      a[i][j] = 10 * i + j;
      one[i][j] = i == j;
    }
  multiply(product, a, one);
  transpose(product);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) assert(product[j][i] == a[i][j]);
  return 0;
}
