const LIMIT: i32 = 3;
fn f(x: i32) -> i32 { match x { n => n } }
fn main() { println!("{LIMIT} {}", f(1)); }
