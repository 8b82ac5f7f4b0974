#include "features.h"
#include "f.h"

int f(int k) { return k; }
