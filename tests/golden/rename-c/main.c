#include "store.h"

static struct store table = {.put = put, .size = 1};
typedef int (*handler)(int);
static handler handlers[] = {put, &put};

static int shadowed(int put)
{
    return put + table.size;
}
int main(void)
{
    struct store *store = &table;
    const char *text = "put";
    int sum = store->put(1) + put(put(2)) + PUT_TWICE(3);
    {
        int put = 4;
        sum += put;
    }
    if (sum)
        goto put;
put:
    return sum + put(5) + shadowed(6) + (handlers[0] != 0) + text[0];
}
