#define MAKE_CMD(...) __VA_ARGS__
void getCommand(void *c) {}
void setCommand(void *c) {}
int op_add(int a) { return a; }
int op_sub(int a) { return a; }
int do_one(void) { return 1; }
int do_two(void) { return 1; }
int tbl_a(void) { return 1; }
int tbl_b(void) { return 1; }
#include "commands.def"
struct E { const char *n; int (*f)(void); } t[] = {
#include "t.tbl"
};
struct O { int (*f)(int); } ops[] = {
#define OP(n, f, c) { f },
#include "ops.def"
};
#define X(n, f) f,
void *xs[] = {
#include "rows.x"
};
