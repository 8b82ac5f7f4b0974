use std::{fmt, io};
#[derive(Debug, Clone)]
pub struct S<'a, T: 'a> { a: &'a T, b: i32, }
enum E { A(i32), B { x: u8 } }
macro_rules! m { ($a:expr, $($b:tt)*) => { $a; stringify!($($b)*) }; }
impl<'a, T> S<'a, T> where T: Clone {
    fn f(&self, a: i32, mut b: Vec<i32>) -> Option<i32> {
        let x = if a > 1 { 1 } else { 2 };
        let s = "a  b \
            c
  d";
        let r = r#"x  y"#;
        b.iter().map(|v| v + 1).collect::<Vec<_>>();
        for i in 0..3 { loop { break; } }
        match x { 1 | 2 => {}, _ => return None, }
        let y = a - -1 & !x;
        m!(a, b  c + d);
        b[0] as i32; Some(y)
    }
}
fn g() -> i32 { 'l: loop { break 'l 3 } }
