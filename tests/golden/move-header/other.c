#include "m.h"

enum { FAST = 7 };

int other(void) { return FAST; }
