#include "url.h"
int u0(URL x) { return x.m(); }
int u1(const URL &x) { return x.m(); }
int u2() { URL x(1); return x.m(); }
int u3() { URL y = URL(2); return y.m(); }
int u4() { auto z = new URL(3); return z->m(); }
struct DB : URL { URL inner; DB(); int mm() { return inner.m(); } };
template <class T> struct Box { T t; T &get(); };
int u5(Box<URL> b) { return b.get().m(); }
int u6(URL a[2]) { for (URL d : a) return d.m(); }
int u7() { URL c{4}; return c.m(); }
int u8(void *v) { return static_cast<URL *>(v)->m(); }
URL u9() { return URL(2); }
auto u10() -> URL;
using V = URL;
int u11() { auto f = [](URL q) { return q.m(); }; try { f(1); } catch (URL e) { return e.m(); } return URL::s(); }
int u12() { Box<URL> b; return b.t.m(); }
int u13() { std::vector<URL> v; return v[0].m(); }
int u14() { return u9().m(); }
URL *u15(URL *p, URL) { return p; }
namespace n { typedef URL XURL; }
int u16() { if (URL u = u9()) return 1; return 0; }
int u17() { URL{5}; return sizeof(URL); }
