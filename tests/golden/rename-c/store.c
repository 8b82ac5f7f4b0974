#include "store.h"

static int count;

int put(int value)
{
    return count += value;
}
int take(void)
{
    return count;
}
