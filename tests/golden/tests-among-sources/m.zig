pub fn core(a: i32) i32 { return a + 1; }
test "one" { _ = core(1); }
test "two" { _ = core(2); }
test core { _ = core(3); }
test { _ = core(4); }
