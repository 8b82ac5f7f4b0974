module MTest exposing (suite)
import Expect
import M exposing (core)
import Test exposing (..)
suite : Test
suite =
    describe "core"
        [ test "adds" <| \_ -> Expect.equal (core 1) 2
        , test "again" <|
            \_ -> Expect.equal (core 1) 2
        ]
