/// The area of a Shape.
pub fn area(shape: &Shape) -> f64 {
    shape.area()
}
pub struct Shape {
    pub side: f64,
}
impl Shape {
    pub fn new(side: f64) -> Self {
        Shape { side }
    }
    pub fn area(&self) -> f64 {
        self.side * self.side
    }
}
#[test]
fn squares() {
    assert_eq!(area(&Shape::new(2.0)), 4.0);
}
