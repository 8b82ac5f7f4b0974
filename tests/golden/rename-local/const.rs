const LIMIT: i32 = 3;
fn limits() -> i32 {
    let top = 4;
    top + LIMIT
}
