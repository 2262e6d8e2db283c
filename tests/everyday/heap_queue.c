/* A priority queue of bounded size, as a binary heap in an array. */
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>

#define CAPACITY 16

struct task {
  int priority;
  int id;
};

static struct task heap[CAPACITY];
static int size;

static void swap(int a, int b) {
  struct task t = heap[a];
  heap[a] = heap[b];
  heap[b] = t;
}

static bool push(int priority, int id) {
  if (size > CAPACITY)
    return false;
  int i = size++;
  heap[i].priority = priority; /* BUG */
  heap[i].id = id;
  while (i > 0 && heap[(i - 1) / 2].priority < heap[i].priority) {
    swap(i, (i - 1) / 2);
    i = (i - 1) / 2;
  }
  return true;
}

static bool pop(struct task *out) {
  if (size == 0)
    return false;
  *out = heap[0];
  size--;
  heap[0] = heap[size];
  int i = 0;
  for (;;) {
    int left = 2 * i + 1, right = left + 1, largest = i;
    if (left < size && heap[left].priority > heap[largest].priority)
      largest = left;
    if (right < size && heap[right].priority > heap[largest].priority)
      largest = right;
    if (largest == i)
      break;
    swap(i, largest);
    i = largest;
  }
  return true;
}

int main(void) {
  int p;
  unsigned id = 0;
  while (scanf("%d", &p) == 1)
    if (!push(p, (int)(id++ & 0xff)))
      puts("queue is full");
  struct task t;
  while (pop(&t))
    printf("task %d with priority %d\n", t.id, t.priority);
  return 0;
}
