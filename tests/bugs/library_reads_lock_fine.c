// property: valid-deref
// expect: true
// guards: the address of a lock, a literal, and a message that may be NULL
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>
static struct {
  int count;
  pthread_mutex_t lock;
} shared;
int main(void) {
  pthread_mutex_t own;
  pthread_mutex_init(&own, NULL);
  pthread_mutex_lock(&shared.lock);
  shared.count++;
  pthread_mutex_unlock(&shared.lock);
  mkdir("made", 0777);
  perror(NULL);
  return 0;
}
