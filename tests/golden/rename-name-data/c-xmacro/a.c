#include <stdio.h>
#define STEPS(X) X(start) X(stop)
#define AS_NAME(n) #n,
static int start(void) { return 1; }
static int stop(void) { return 2; }
const char *names[] = {STEPS(AS_NAME)};
int main(void) { puts(names[0]); return start() - stop(); }
