#import "M.h"
int core(int a) { return a + 1; }
