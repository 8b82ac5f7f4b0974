#include "a.h"

int other(void) { return helper(1); }
