#define SHOW(v) print(#v, v)
int total(int a, int *b) { return a + *b; }
int count(void) {
    int n = 0;
    { int n = 5; total(n, &n); }
    for (int i = 0; i < n; i++)
        n += total(i, &n);
    return n;

}
int show(void) {
    int v = 1;
    SHOW(v);
    return v;
}
int level = 3;
int loops(void) {
    for (int i = 0; i < 2; i++)
        total(i, 0);
    for (int i = 0; i < 3; i++)
        total(i, 0);
    return level;
}
