#include "node.h"
int val(const struct node *n) { return n->v; }
