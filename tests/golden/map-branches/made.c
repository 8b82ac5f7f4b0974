#define DECL(t, n) t n
DECL(int, declared_by_macro) = 3;
