fn größe() -> i32 { 1 }

fn main() { println!("{}", größe() + r#twofold(2)); }

fn twofold(n: i32) -> i32 { 2 * n }
