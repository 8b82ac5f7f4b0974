pub struct P(i32);

pub fn sum() -> i32 {
    let p = P(3);
    p.0
}
