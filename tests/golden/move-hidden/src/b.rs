pub fn two() -> i32 {
    2
}
