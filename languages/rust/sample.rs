//! Everything the Rust rules know.
#![allow(dead_code)]

extern crate core;

use std::collections::HashMap;
use std::io::{self, Read, Write};
use super::parent as other;
pub use crate::shared::*;

/// How many at once. A second sentence.
pub const LIMIT: usize = 10;
static mut COUNTER: u32 = 0;

/// A point in the plane.
#[derive(Debug, Clone)]
#[repr(C)]
pub struct Point<T> {
    /// Across.
    pub x: T,
    y: T,
}

struct Unit;
struct Pair(u32, String);

union Bits {
    int: u32,
    float: f32,
}

pub enum Shape {
    Empty,
    Circle { radius: f64 },
    Square(f64) ,
    Coded = 7,
}

type Table<K> = HashMap<K, Vec<u8>>;

/// Something with an area.
pub trait Area: Clone {
    type Unit;
    const SIDES: u32;
    fn area(&self) -> f64;
    fn twice(&self) -> f64 {
        self.area() * 2.0
    }
}

impl<T> Point<T> {
    pub fn new(x: T, y: T) -> Self {
        Point { x, y }
    }

    async fn send(
        &self,
        to: &str,
        retries: u32, // how often
    ) -> io::Result<()>
    where
        T: Clone,
    {
        let double = |n: u32| n * 2;
        fn inner() {}
        inner();
        Ok(())
    }
}

impl Area for Shape {
    type Unit = f64;
    const SIDES: u32 = 4;
    fn area(&self) -> f64 {
        0.0
    }
}

mod nested {
    pub(crate) mod deeper {
        pub unsafe extern "C" fn raw(p: *const u8) -> i32 {
            0
        }
    }
}

mod elsewhere;

extern "C" {
    fn abs(n: i32) -> i32;
    static errno: i32;
}

macro_rules! square {
    ($x:expr) => {
        $x * $x
    };
}

fn main() {
    let p = Point::new(1, 2);
    println!("{}", square!(p.x));
}

cfg_net! {
    #![allow(unused)]
    /// Given to a macro, which gives it out.
    pub struct Socket {
        fd: i32,
    }

    cfg_unix! {
        impl Socket {
            pub fn close(self) {}
        }
    }
}

bitflags! {
    struct Flags: u32 { const A = 1; }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn works() {
        assert_eq!(1, 1);
    }
}

unsafe extern "C" {
    pub safe fn square(x: f64) -> f64;
    pub unsafe fn length(text: *const u8) -> usize;
    safe static TABLE: u32;
}

gen fn numbers() -> u32 {
    yield 1;
}

const trait Constant {
    fn same(&self) -> u32;
}

fn chained(x: Option<u32>) -> impl Sized + use<> {
    if let Some(y) = x && y > 1 && let z = &raw const y {
        return c"one";
    }
    let each = async |a: u32| a;
    each
}
