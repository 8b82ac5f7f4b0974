#include "g.h"

int g(int k) { return k; }
