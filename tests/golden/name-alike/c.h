#ifndef C_H
#define C_H
int thing(int a);
struct node;
struct node { int a; };
typedef struct node node;
extern int counter;
#endif
