#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define STR(x) #x
#define NAME (1)
#define LONG(x) do { \
    x++;             \
  } while (0)
#if defined(A) && \
    MAX(1, 2)
int q;
#else
int r;
#endif
typedef struct node { int a, b; struct node *next; } node;
static const char *s = "a  b" "c";
static const char *t = STR(a  +  b);
int f(int a, int *p) {
    int i, x = a++ + ++a;
    if (a) return 1; else a = 2;
    for (i = 0; i < 3; i++) ;
    x = a - -1, x = a / *p;
    switch (x) { case 1: x = 'a'; break; default: LONG(x); }
    return MAX(x, *p) << 1 | NAME;
}
int g(void) { return f(1, (int[]){1, 2}); }
