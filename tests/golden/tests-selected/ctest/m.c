#include "m.h"
int core(int a) { return a + 1; }
