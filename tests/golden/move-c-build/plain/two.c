#include "p.h"

int main(void) { return p(1); }
