#include "c.h"
static int helper(int a);
int counter = 0;
#ifdef WIN32
int thing(int a)
{
    return a;
}
#else
int thing(int a)
{
    return helper(a) + counter;
}
#endif
#ifdef BIG
#define LIMIT 10
#else
#define LIMIT 20
#endif
static int helper(int a)
{
    return a + LIMIT;
}
int main(void)
{
    struct node n = {1};
    return thing(n.a);
}
