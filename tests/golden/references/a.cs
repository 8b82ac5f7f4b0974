using System.Text;
using static A.B;
using X = C.D;
namespace N;
[Serializable]
public class A<T> : Base<T>, I, Q.J {
  private readonly List<Item> items = new(), more;
  const int K = 3;
  public Foo Prop { get; set; } = new Foo();
  public event Handler Ev;
  public A(Db db, params string[] names) : base(db) { this.db = db; }
  public async Task<Foo?> Run(Foo x, in Bar y) {
    var u = await db.Users.Find(x.Id).First<Bar>(1);
    Foo f = new Foo(1), g = null;
    foreach (var it in items) it.Save();
    foreach (Item i2 in more) i2.Go();
    using (var c = pool.Take()) c.X();
    using var d = Make();
    try {} catch (IOException e) { e.Print(); }
    items.Select(i => i.Name()).Where(Check).ToList();
    Ev += OnEv; ((Foo)x).Bar(); (x as Bar).Baz();
    if (x is Bar b) b.Go();
    x?.Go(); Helper<int>(out var z); base.Run(x); this.Do();
    Func<Foo> fn = Make; nameof(Run); typeof(Foo);
    return cond ? f : new() { A = 1 };
  }
  record P(int A, Foo B);
}
