#include "x.h"

int main(void) { return shared(0); }
