#include "t.h"

int a(int n) { return n; }
