import Foundation
@MainActor class A<T>: Base<T>, I where T: Q {
  let items: [Item] = [], db: Db?
  var log = Logger(label: "x")
  @Published var p: Foo
  init(db: Db, _ n: Int = 3) { super.init(); self.db = db; self.pool = Pool(db) }
  func run(with x: Foo, ys: Bar...) async throws -> Result<Foo, Error>? {
    let u = try await db?.users.find(x.id)!
    guard let v = make(1) else { return nil }
    if let w = x as? Bar { w.go() }
    for it in items { it.save() }
    items.map { $0.name() }.filter { i in i.ok(u) }.forEach(go)
    let f: Foo = .init(), g = Foo.make(a: 1)
    do { } catch let e as IOE { e.print() }
    switch v { case .a(let q): q.x() default: g.y() }
    Task { await self.z() }
    x.cb = handler
    return super.run(with: x)
  }
}
extension A: J { var c: Foo { return make().x() } static func st() -> A { A(db: d) } }
func free(_ a: Foo) -> Foo { a.b() }
