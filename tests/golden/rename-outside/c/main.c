int printf(const char *, ...);
long labs(long);
int main(void) { printf("%ld\n", labs(-4)); return 0; }
