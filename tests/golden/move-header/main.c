#include "m.h"
int main(void) { return run(4); }
