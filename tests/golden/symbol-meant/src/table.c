#include "table.h"

/* Puts a value under a key. */
int put(struct table *table, int key, int value)
{
    return table->put(table, key, value);
}

static int grow(struct table *table)
{
    return table->size *= 2;
}

int open(struct table *table)
{
    return grow(table) + put(table, 0, 0);
}
