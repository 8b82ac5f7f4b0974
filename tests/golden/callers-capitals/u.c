#include "types.h"
int f1(POINT p) { return p.a; }
POINT f2(void) { POINT q; q.a = MAXN; return q; }
int f3(int x UNUSED) { return sizeof(POINT); }
int f4(void *v) { POINT *p = (POINT *)v; return p->a; }
int f5(void *v) { return ((POINT){1}).a; }
int f6(int (*cb)(POINT, int)) { return cb((POINT){2}, MAXN); }
int f7(int n) { for (POINT p = {0}; p.a < n; p.a++) ; return 0; }
int f8(const POINT p, WORD w) { return (int)(WORD)p.a + w; }
int f9(p) POINT p; { return p.a; }
int f10(void) { static const POINT k[2]; return k[0].a; }
int f11(int w) { int h = 3; return (MAXN * h) + w; }
int f12(void *v) { return va_arg(v, POINT).a + offsetof(POINT, a); }
static struct { POINT in; } g1;
int f13(HANDLE h) { return h == 0; }
HANDLE WINAPI f14(HANDLE h, WORD w) { return h; }
int f15(void) { register POINT r, s; return r.a; }
