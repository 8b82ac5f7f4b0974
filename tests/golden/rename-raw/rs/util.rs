pub fn thrice(n: i32) -> i32 { 3 * n }
