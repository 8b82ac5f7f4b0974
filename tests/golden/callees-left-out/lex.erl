-module(lex).
-export([run/0]).
-behaviour(plug).
-export([init/1]).
-define(WRAP(F), F(2)).
quote() -> $".
squote() -> $'.
percent() -> $%.
esc() -> $\".
after_all() -> "fake() -> 1. % \" still".
'odd name'() -> {ok, 'it\'s'}.
init(X) -> X + 1.
twice(X) -> X * 2.
-ifdef(NEVER).
only_never() -> 1.
-endif.
run() -> {quote(), squote(), percent(), esc(), after_all(), 'odd name'(), ?WRAP(twice), plug:start(?MODULE)}.
