#include "x.h"

int server_only(int n) { return n + 1; }
