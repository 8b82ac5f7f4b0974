#include "m.h"
#include <stdint.h>
#include <stdio.h>

typedef struct pair {
    uint32_t a;
    int64_t b;
} pair;

int run(int n)
{
    pair p = {(uint32_t)n, -n};
    printf("%u %d\n", p.a, (int)p.b);
    return 0;
}

/* How it runs. */
enum pace { SLOW, FAST };

int run_fast(int n)
{
    return n ? FAST : SLOW;
}
