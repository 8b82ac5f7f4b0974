package a.b

import a.b.C as D
import x.y.*

class A(private val db: Db, n: Int = 3) : Base(n), I<Foo> {
    val items: List<Item> = mutableListOf()
    var log = LoggerFactory.get("x")

    fun run(x: Foo, vararg ys: Bar): Result<Foo>? {
        val u = db.users?.find(x.id)!!
        val (p, q) = pair()
        var f: Foo = Foo(1)
        for (it2 in items) it2.save()
        items.map(::name).filter { i -> i.ok(f) }.forEach { it.go() }
        list.sortedBy(Item::name)
        (x as Bar).bar()
        try { } catch (e: IOException) { e.print() }
        f.go(); p.go(); u.x()
        return super.run(x, *ys)
    }

    companion object {
        fun make(): A = A(db)
    }
}
