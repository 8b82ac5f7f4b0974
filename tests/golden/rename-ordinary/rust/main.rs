pub struct Spot { pub col: i32, pub row: i32 }
impl Spot {
    pub fn new(col: i32, row: i32) -> Self { Spot { col, row } }
    pub fn turned(row: i32, col: i32) -> Self { Self { row, col } }
}
fn main() {
    let p = Spot { col: 1, row: 2 };
    let q = Spot::new(3, 4);
    println!("{} {}", p.col, q.col + Spot::turned(1, 2).row);
}
