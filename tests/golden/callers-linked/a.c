int inner(int) __asm__("outer_sym");
int inner(int x) { return x; }
int shown(int x) __attribute__((alias("inner")));
