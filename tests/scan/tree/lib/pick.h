#ifndef PICK_H
#define PICK_H
int *pick(int *a, int *b, int which);
int pick_value(int *a, int *b, int which);
int pick_checked(int *a, int which);
int ratio(int value, int by);
int scaled(int value, int by);
int shifted(int value, unsigned by);
int first(int *a);
#endif
