use std::fmt;

/// One line.
#[derive(Debug, Clone)]
pub struct Item {
    name: String,
    price: i64,
}

impl Item {
    pub fn new(name: &str, price: i64) -> Self {
        Item { name: name.to_string(), price }
    }

    pub fn cost(&self) -> i64 {
        self.price + FEE
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.name, self.price)
    }
}

const FEE: i64 = 1;

pub fn total(all: &[Item]) -> i64 {
    all.iter().map(|i| i.cost()).sum()
}

pub struct Rate {
    percent: i64,
}

pub fn rate() -> i64 {
    Rate { percent: 3 }.percent
}

fn half(n: i64) -> i64 {
    n / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves() {
        assert_eq!(half(4), 2);
    }
}
