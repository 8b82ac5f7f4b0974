#include "t.h"

int u(int n) { return n; }
