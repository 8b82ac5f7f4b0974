#include "all.h"
int main(void) { return value(); }
