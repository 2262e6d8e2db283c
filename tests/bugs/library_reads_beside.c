// property: valid-deref
// expect: unknown
// guards: the address of a lock behind the end of an array is no variable's
#include <pthread.h>
pthread_mutex_t locks[2];
int main(void) {
  return pthread_mutex_lock(&locks[5]);
}
