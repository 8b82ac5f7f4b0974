pub mod engine;

pub fn top() -> u8 {
    1
}

pub struct Meter;

impl Meter {
    pub fn read(&self) -> u8 {
        self.top()
    }
}

pub mod near {
    pub fn one() -> u8 {
        super::top()
    }
    pub fn two() -> u8 {
        self::one()
    }
    pub mod deep {
        pub fn three() -> u8 {
            super::one() + super::super::top()
        }
    }
}
