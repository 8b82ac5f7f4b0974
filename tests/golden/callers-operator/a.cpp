struct P { P operator+(const P& o) const; };
P P::operator+(const P& o) const { return o; }
P sum(P a, P b) { return a + b; }
P call(P a, P b) { return a.operator+(b); }
