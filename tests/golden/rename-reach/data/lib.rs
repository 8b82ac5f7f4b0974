#[no_mangle]
pub extern "C" fn checksum(x: u32) -> u32 {
    x + 1
}
