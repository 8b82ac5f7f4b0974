#include "../m.h"
int main(int c, char **v) { (void)v; return core(c) == c + 1 ? 0 : 1; }
