#include "../src/table.h"

static int open(struct table *table)
{
    return put(table, 7, 7);
}

int main(void)
{
    struct table table = {0};
    return open(&table);
}
