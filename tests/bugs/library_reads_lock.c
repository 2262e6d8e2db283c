// property: valid-deref
// expect: unknown
// guards: a lock that was freed
#include <pthread.h>
#include <stdlib.h>
int main(void) {
  pthread_mutex_t *lock = malloc(sizeof *lock);
  pthread_mutex_init(lock, 0);
  free(lock);
  pthread_mutex_lock(lock);
  return 0;
}
