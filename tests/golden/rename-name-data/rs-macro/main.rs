macro_rules! show { ($x:expr) => { println!("{} = {}", stringify!($x), $x) } }
fn alpha() -> i32 { 1 }
fn main() { show!(alpha()); }
