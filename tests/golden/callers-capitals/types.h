typedef struct { int a; } POINT;
typedef void *HANDLE;
#define MAXN 5
#define UNUSED __attribute__((unused))
struct LIST { int n; };
typedef int WORD;
