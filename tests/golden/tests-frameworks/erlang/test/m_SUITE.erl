-module(m_SUITE).
-export([all/0, ct_adds/1, init_per_suite/1]).
all() -> [ct_adds].
init_per_suite(C) -> C.
ct_adds(_Config) -> 2 = m:core(1).
