#!/usr/bin/env escript
%% Prints a line of JSON for each file: a digest of its forms without places, or null.
main(Paths) -> lists:foreach(fun(Path) -> io:format("~s~n", [meaning(Path)]) end, Paths).

meaning(Path) ->
    {ok, Forms} = epp:parse_file(Path, []),
    case lists:any(fun({error, _}) -> true; (_) -> false end, Forms) of
        true -> "null";
        false ->
            Bare = [erl_parse:map_anno(fun(_) -> 0 end, Form) || Form <- Forms, element(1, Form) =/= eof, not is_file(Form)],
            io_lib:format("\"~p\"", [erlang:phash2(Bare, 1 bsl 32)])
    end.

is_file({attribute, _, file, _}) -> true;
is_file(_) -> false.
