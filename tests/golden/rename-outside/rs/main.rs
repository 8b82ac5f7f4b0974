extern "C" { fn labs(x: i64) -> i64; }
mod flat { pub fn area(x: i32) -> i32 { x * x } }
fn main() { println!("{} {}", unsafe { labs(-4) }, self::flat::area(2)); }
