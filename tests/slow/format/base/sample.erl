-module(a).
-export([f/1, g/2]).
-record(r, {a = 1, b}).
-define(M(X), X + 1).
f(X) when X > 1 -> case X of 1 -> a; _ -> "a  b" "c" end;
f(_) -> ?M(2), #r{a = 2}.
g(A, B) -> Y = [I || I <- A, I > - 1], F = fun(Z) -> Z end, F(Y) ! B, $ , $a.
h() -> if true -> 1; false -> 2 end.
