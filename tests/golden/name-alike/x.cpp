#include <string>
int add(int a);
int add(int a, int b);
int add(int a) { return a; }
int add(int a, int b) { return add(a) + b; }
class W { public: void run(); void run(int) const; int size() const { return 1; } int& size(); };
void W::run() {}
void W::run(int) const {}
template<class T> struct V { };
template<> struct V<int> { };
