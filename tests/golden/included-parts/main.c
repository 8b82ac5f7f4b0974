#include <stdio.h>
static int deeper(int x) { return x; }
static int deepest(int x) { return x; }
static int helper(int x) { return x + 1; }
static int lonely(int x) { return x + 1; }
static int used_in_inc(int x) { return x + 1; }
static int used_in_def(int x) { return x; }
static int used_in_none(int x) { return x; }
#define OP(n, f) n,
enum { 
#include "ops.def"
};
int table(int a) {
#include "frag.txt"
}
#include "more.inc"
#include "plain"
#include "sub/deep.template"
int main(void) { return table(1) + from_inc(2) + from_plain(3) + from_deep(4); }
