mod round;
mod shop;

use shop::{total, Item};

fn main() {
    let all = vec![Item::new("a", 2), Item::new("b", 3)];
    println!("{} {}", total(&all), all[0]);
}
