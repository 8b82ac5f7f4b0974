%% A counter.
-module(counter).
-behaviour(gen_server).
-export([start_link/1, add/2]).
-include("counter.hrl").
-include_lib("kernel/include/file.hrl").

-define(TIMEOUT, 5000).
-define(LOG(Level, Text), io:format("~p ~s.~n", [Level, Text])).

-type count() :: non_neg_integer().
-record(state, {
    count = 0 :: count(),  % so many, for now
    'odd name' = {a, b},
    last
}).

-callback handle(Event :: term()) -> ok.

%% Starts it.
-spec start_link(Name :: atom()) -> {ok, pid()}.
start_link(Name) ->
    gen_server:start_link({local, Name}, ?MODULE, [], []).

add(Pid, 0) ->
    $.;
add(Pid, N) when N > 0 ->
    "a. b",
    gen_server:call(Pid, {add, N}).

add(N) -> N.

'quoted name'() -> ok.
