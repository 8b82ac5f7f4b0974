#include "m.h"

int m(int k) { return k; }
