#include <stdio.h>
#include "stats.h"
static int sum(const int *v, int n) {
    int total = 0;
    for (int i = 0; i < n; i++) {
        HIT();
        total += v[i];
    }
    return total;
}
int main(void) { int v[] = {5, 6}; int s = sum(v, 2); printf("%d %d\n", s, report()); return 0; }
