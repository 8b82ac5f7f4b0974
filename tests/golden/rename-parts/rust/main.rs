struct Conf;
impl Conf { fn parse_name(s: &str) -> String { s.to_string() } }
macro_rules! call { ($t:ty, $f:ident) => { <$t>::$f("x") } }
fn main() { println!("{}", call!(Conf, parse_name)); }
