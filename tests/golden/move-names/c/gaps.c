#include "a.h"
#define MUTEX(x) int x
MUTEX(lock);
int other(void) { return lock; }
