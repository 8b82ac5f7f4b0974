struct W { int x; W operator+(const W &o) const { return W{x + o.x}; } int operator[](int i) const { return i; } explicit operator bool() const { return x; } };
W sum(W a, W b) { return a + b; }
int at(W a) { return a[1]; }
bool b(W a) { if (a) return true; return false; }
