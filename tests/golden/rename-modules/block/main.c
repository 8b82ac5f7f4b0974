#include <stdio.h>
int count = 3;
int main(void)
{
    extern int count;
    printf("%d\n", count);
    return 0;
}
