#include "one.h"
int twice(int a) { return a * 2; }
