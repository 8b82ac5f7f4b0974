const h = { a() { return 1; } };
function one() { return 2; }
function f(n) { return h[n](); }
function g(cb) { return cb(one()); }
function ok(x) { console.log(x); return one(); }
