#include "stats.h"
int hit_count;
int report(void) { return hit_count; }
