#include <cstdio>
#include "m.hpp"
using enum_t = K;
int main() { K k = K::MODE_A; enum_t e = enum_t::MODE_A; std::printf("%d\n", k == e); }
