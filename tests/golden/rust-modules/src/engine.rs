#[path = "fixtures/odd.rs"]
pub mod odd;
pub mod part;

pub fn start() -> u8 {
    super::top()
}
