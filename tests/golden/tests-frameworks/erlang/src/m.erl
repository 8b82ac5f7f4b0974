-module(m).
-export([core/1]).
-ifdef(TEST).
-include_lib("eunit/include/eunit.hrl").
-endif.
core(A) -> A + 1.
-ifdef(TEST).
inner_test() -> 2 = core(1).
-endif.
