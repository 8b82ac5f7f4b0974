trait Area { fn size(&self) -> u32; }
trait Bytes { fn size(&self) -> u32; }
struct Sq(u32);
impl Area for Sq { fn size(&self) -> u32 { self.0 * self.0 } }
impl Bytes for Sq { fn size(&self) -> u32 { 4 } }
fn main() { println!("{} {}", <Sq as Area>::size(&Sq(5)), <Sq as Bytes>::size(&Sq(1))); }
