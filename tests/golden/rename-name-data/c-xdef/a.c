#include <stdio.h>
int open_it(void){return 1;}
#define CMD(n) {#n, n},
struct {const char *s;int (*f)(void);} t[]={
#include "list.def"
};
int main(void){printf("%s\n",t[0].s);return 0;}
