#include "p.h"

int main(void) { return p(0); }
