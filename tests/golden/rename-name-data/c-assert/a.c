#include <stdio.h>
#include <stdlib.h>
#define CHECK(x) ((x) ? (void)0 : (puts(#x), abort()))
int alpha=1;
int main(void){CHECK(alpha);puts("ok");}
