#include "lfu.h"

/* Raises the logarithmic counter of an object, the less likely the higher it is. */
int raise_lfu(struct Object *object, double chance)
{
    double base = object->counter - INIT_VALUE;
    if (chance < 1.0 / (base * LOG_FACTOR + 1))
        object->counter++;
    return object->counter;
}
