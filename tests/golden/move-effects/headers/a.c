#include "go.h"
#include "first.h"
int go(void) { return VALUE; }
