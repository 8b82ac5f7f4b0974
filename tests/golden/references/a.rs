use std::collections::{HashMap, hash_map::Entry as E, self};
use crate::a::*;
pub use self::b::C;
use super::d as e;
#[derive(Debug)]
pub struct S<'a> { pub name: String, items: Vec<Item>, b: &'a mut Foo }
struct T(Foo, Bar);
static X: Lazy<Foo> = Lazy::new(|| make());
const K: usize = 3;
type Al = Result<Foo, Error>;
enum En { A(Foo), B { x: Bar } }
trait Tr: Base + Send { fn go(&self, x: Foo) -> Box<dyn Foo>; }
impl<T> Tr for S<T> where T: Clone {
    fn go(&self, x: Foo) -> Result<Vec<Foo>, E> {
        let a = Foo::new(1, x)?;
        let mut b: Option<&Bar> = None;
        let c = S { name: "x".to_string(), items: vec![], b: y };
        for it in &self.items { it.run(); }
        if let Some(v) = self.find(a) { v.go(); }
        match q { En::A(f) => f.x(), En::B { x } => x.y(), _ => z() }
        let (p, q) = pair();
        let f = |z: Foo, w| z.bar(w);
        let d = a.b.c().await?.d().unwrap();
        let g = foo::<Bar>(x) as Baz;
        println!("{}", self.name.len());
        self.items.iter().map(Item::name).for_each(drop);
        xs.sort_by(compare);
        let h = Self::helper;
        call(&helper, h);
        let n = <Foo as Tr>::make();
        return Ok(c);
    }
}
macro_rules! mm { ($x:expr) => { inner($x) } }
fn free(mut a: Foo, (b, c): (A, B), _: u8) -> impl Iterator<Item = Foo> + 'static { mm!(a.b(c)); std::mem::swap(&mut a, b) }
