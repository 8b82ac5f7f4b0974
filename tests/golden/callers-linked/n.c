void calc_c(int *x);
int main(void) { int x; calc_c(&x); return x; }
