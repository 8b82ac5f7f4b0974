#include "x.h"

int shared(int n) { return n; }
