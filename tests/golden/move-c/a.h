#ifndef A_H
#define A_H
typedef struct item { int n; } item;
int twice(item *it);
int helper(int n);
#endif
