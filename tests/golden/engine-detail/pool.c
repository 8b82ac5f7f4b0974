#include <stdlib.h>
#include <unistd.h>

struct pool { int used; char *bytes; };
static struct pool shared;

void pool_grow(struct pool *pool, int more)
{
    char *bytes = malloc(more);
    bytes[0] = 0;
    pool->bytes = bytes;
    pool->used += more;
    shared.used = pool->used;
    write(1, bytes, more);
}

int pool_start(void)
{
    pool_grow(&shared, 10);
    return 0;
}
