#include <cstdio>
template <class T> concept Sized = requires(T t) { t.size(); };
struct Box { int len() const { return 3; } };
int main() { std::printf("%d %d\n", Sized<Box>, Box().len()); }
