#include "a.h"
const char *names[] = {"a", "b"};
int other(void) { return (int)(sizeof names / sizeof names[0]); }
