mod a;
mod b;

fn main() {
    println!("{} {}", a::sum(), b::two());
}
