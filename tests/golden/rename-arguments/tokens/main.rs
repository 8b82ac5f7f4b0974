struct Size { width: u32, height: u32 }
fn wide(s: &Size) -> bool { matches!(s, Size { width: 3..=9, .. }) }
fn main() { println!("{}", wide(&Size { width: 4, height: 1 })); }
