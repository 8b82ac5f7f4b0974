package app

interface Keeper { fun keep(v: Int): Boolean }

class Store(val size: Int) : Keeper {
    override fun keep(v: Int): Boolean = v < size && keepAll(listOf(v))
    fun keepAll(all: List<Int>) = all.all { keep -> keep > 0 }
}

fun keep(store: Store, keep: Int) = store.keep(keep) // keep
