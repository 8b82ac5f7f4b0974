#pragma once
static inline int fromUtil(int x) { return x; }
#define CHECK(x) do { if (!(x)) return -1; } while (0)
