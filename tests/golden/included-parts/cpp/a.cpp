#include <vector>
#include "util.h"
namespace app {
static int handleAdd(int x) { return x; }
static int handleSub(int x) { return x; }
static int handleMul(int x) { return x; }
static int handleDiv(int x) { return x; }
static int handleMod(int x) { return x; }
static int handleNeg(int x) { return x; }
static int handleNot(int x) { return x; }
static int handleXor(int x) { return x; }
struct Entry { const char *name; int (*fn)(int); };
static const Entry table[] = {
#include "table.tbl.txt"
};
#define HANDLE_INST(num, op, fn) {#op, fn},
static const Entry insts[] = {
#include "Instructions.def"
};
class Box {
#include "box_members.txt"
  int size;
};
int run(int op, int x) {
  switch (op) {
#include "cases.list"
  }
#define GET_OPS
#include "Gen.inc"
  return 0;
}
}
static int grow(int x) { return x; }
