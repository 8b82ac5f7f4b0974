#[derive(Debug)]
struct P { left: i32 }
fn main() { let p = P { left: 1 }; println!("{p:#?} {}", p.left); }
