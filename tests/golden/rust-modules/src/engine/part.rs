pub fn run() -> u8 {
    super::start()
}
