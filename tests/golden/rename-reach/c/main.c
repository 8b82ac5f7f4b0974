#include <stdio.h>
#include "node.h"
int main(void) {
    struct node node = { .v = 2 };
    struct node *p = &node;
    printf("%d %d\n", val(p), (int)sizeof(struct node));
    return 0;
}
