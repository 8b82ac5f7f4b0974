#include "second.h"
int again(void) { return VALUE; }
