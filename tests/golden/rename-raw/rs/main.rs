mod util;
struct Job;
impl Job {
    fn start(&self) -> i32 { 1 }
}
fn main() {
    let j = Job;
    println!("{}", util::r#thrice(2) + j.r#start());
}
