#[no_mangle]
pub extern "C" fn core_add(a: i32, b: i32) -> i32 {
    a + b
}
extern "C" {
    #[link_name = "core_add"]
    fn other(a: i32, b: i32) -> i32;
}
