#include "a.h"
#include <stdio.h>

static int hidden(int n) { return n + 1; }

/* Twice of it,
   printed. */
int twice(item *it)
{
    printf("%d\n", it->n);
    return helper(it->n);
}

int helper(int n) { return 2 * n; }

int needs(int n) { return hidden(n); }
int local(void) { return 3; }

int main(void)
{
    item it = {1};
    return twice(&it) + local() + needs(1);
}
