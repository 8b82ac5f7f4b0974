#include "base.h"
#include <cstdio>
namespace n { namespace alias = ::n; struct Root : ::Node {}; }
struct ViaUsing : Base { int eval() const override { return 1; } };
struct ViaTypedef : OldBase { int eval() const override { return 2; } };
struct ViaTemplate : Both<Node> { int eval() const override { return 3; } };
struct ViaMacro IMPLEMENTS(Node) { int eval() const override { return 4; } };
class ViaNsAlias final : private virtual n::alias::Root { public: int eval() const final { return 5; } };
struct Not { Node *n; };
int main() { ViaUsing a; ViaTypedef b; ViaTemplate c; ViaMacro d; ViaNsAlias e;
  printf("%d\n", a.eval() + b.eval() + c.eval() + d.eval() + e.eval()); }
