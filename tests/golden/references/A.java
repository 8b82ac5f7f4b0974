package a.b;
import java.util.List;
import static a.b.C.m;
import x.y.*;
@Service("x")
public class A<T> extends Base<T> implements I, b.J<T> {
  private final List<Item> items = new ArrayList<>();
  Foo[] foos; int n = 3; static Logger log = LoggerFactory.getLogger(A.class);
  A(Db db, String... names) { super(db); this.db = db; }
  A() { this(null); }
  @Override public Optional<Foo> run(final Foo x, Map<String, Bar> m) throws E {
    var u = db.users().find(x.id);
    Foo f = new Foo(1) { void go() { x.y(); } };
    for (Item it : items) it.save();
    for (var v : foos) v.go();
    try (Conn c = pool.take()) { c.x(); } catch (IOException | E e) { e.print(); }
    items.stream().map(Item::name).filter(i -> i.ok(f)).forEach((k) -> k.go());
    list.sort(this::compare); a.b.C.d(); ((Foo) x).bar();
    if (x instanceof Bar b) b.go();
    Supplier<Foo> s = Foo::new;
    return super.run(x, m);
  }
  record P(int a, Foo b) {}
  enum E2 { A(1) { void q() {} }, B; }
}
