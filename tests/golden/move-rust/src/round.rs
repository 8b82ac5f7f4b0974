use crate::shop::{rate, total, Item};

pub fn rounded(all: &[Item]) -> i64 {
    total(all) / 10 * 10 + rate()
}
