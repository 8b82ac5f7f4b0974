port module Main exposing (main, Model)

import Html exposing (Html, div)
import Json.Decode as D

{-| The model. More. -}
type alias Model =
    { name : String
    , age : Int
    }

type Msg
    = Increment
    | Rename String

limit : Int
limit = 10

{-| Adds. -}
add : Int -> Int -> Int
add x y =
    let
        inner z = z * 2
    in
    inner x + y

port send : String -> Cmd msg

main =
    div [] []
