#include "a.h"
#include "impl.c"
int show(void) { return impl(); }
