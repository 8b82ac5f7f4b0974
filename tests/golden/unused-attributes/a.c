#include <stdio.h>
static void on_load(void) __attribute__((constructor));
static void on_load(void) { puts("loaded"); }
int main(void) { return 0; }
