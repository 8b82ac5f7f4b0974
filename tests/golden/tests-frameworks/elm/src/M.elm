module M exposing (core)
core : Int -> Int
core a = a + 1
