#include "a.h"

#define CALL(name) run_ ## name()

int run_it(void) { return 1; }
int runs(void) { return CALL(it); }
