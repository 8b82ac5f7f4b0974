-module(m_tests).
-include_lib("eunit/include/eunit.hrl").
adds_test() ->
    ?assertEqual(2, m:core(1)).
gen_test_() ->
    [?_assertEqual(2, m:core(1))].
helper() -> m:core(3).
