// property: unreach-call
// expect: false
// args: --64
// guards: malloc is declared with a narrower argument than it has, as in a
// program for another machine; the size that is passed counts
typedef unsigned int size_t;
extern void *malloc(size_t size);
extern void reach_error(void);
struct device {
  int registers[20];
  int *data;
};
int main(void) {
  struct device *device = malloc(sizeof *device);
  if (device && device->data && device->registers[3] == 77) reach_error();
  return 0;
}
