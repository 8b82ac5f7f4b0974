let core a = a + 1
let%test "one" = core 1 = 2
let%test _ = core 1 = 2
let%expect_test "three" = print_int (core 1); [%expect {|2|}]
let%test_unit "u" = ignore (core 1)
