proc core {a} { expr {$a + 1} }
