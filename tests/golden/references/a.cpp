#include <vector>
using Alias = ns::Foo<int>;
namespace n {
class A : public Base, private ns::B<T> {
  std::unique_ptr<Foo> foo_; std::vector<Item*> items;
  static int count; Foo bar(); virtual auto q() -> Bar;
 public:
  A(Db& db, int x = 3) : Base(x), db_(db), foo_(std::make_unique<Foo>(1)) { init(); }
  const std::string& name() const override { return name_; }
};
template <typename T> T* make(const T& t, std::function<void(int)> cb) {
  auto a = new ns::Foo<int>(1, 2);
  auto b = a->child().next(3);
  Foo c(1, b), d;
  std::shared_ptr<Bar> e = std::make_shared<Bar>(x);
  for (auto& it : this->items) it->go(compare);
  for (const Item &i : items) i.run();
  std::sort(v.begin(), v.end(), [](const Foo& l, auto r) { return l.less(r); });
  static_cast<Foo*>(p)->cast();
  ns::Foo<int>::create(args...);
  Outer<T>::Inner x2;
  auto f = &A::name; e->y(); d.z();
  if (auto* q = dyn_cast<Q>(c)) q->w();
  return std::move(t);
}
void A::run() { bar().baz(); ::global(); }
}
