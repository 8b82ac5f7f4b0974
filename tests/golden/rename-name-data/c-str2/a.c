#include <stdio.h>
#define S_(x) #x
#define S(x) S_(x)
int alpha=1;
int main(void){printf("%s=%d\n",S(alpha),alpha);}
