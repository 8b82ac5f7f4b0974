@file:JvmName("Sample")

package com.example.sample

import kotlin.math.max
import java.util.*
import com.example.other.Thing as Other

const val LIMIT = 10
val names: List<String> = listOf("a")
var counter: Int = 0
    private set
val String.lastChar: Char
    get() = this[length - 1]

typealias Handler = (Int) -> Unit

/** An animal. More. */
@Deprecated("x")
abstract class Animal<T : Any>(val name: String, private var age: Int = 1) : Base(name), Runnable {
    val size = 3
    lateinit var mood: String
    private val lazyValue by lazy { 1 }

    init {
        println("x")
    }

    constructor(name: String) : this(name, 2)

    override fun run() {
        fun inner(x: Int): Int = x
        val f = { x: Int -> x * 2 }
        val g = fun(x: Int): Int { return x * 3 }
        val h: (Int) -> Int = fun(x: Int) = x * 4
        inner(f(g(h(1))))
    }

    protected abstract fun stop(): Int

    suspend inline fun <reified R> convert(
        with: (T) -> R, // how
        value: T,
    ): R = with(value)

    companion object Factory {
        const val MAX = 3
        fun create(): Animal<Any>? = null
    }

    inner class Inner {
        fun deep() {}
    }
}

interface Shape {
    val area: Double
    fun draw() {}
}

data class Point(val x: Int, val y: Int)

enum class Color(val rgb: Int) {
    RED(1), GREEN(2) {
        override fun mix() = 2
    };

    open fun mix() = 1
}

sealed interface Node
object Singleton : Shape {
    override val area = 1.0
}

fun String.shout(times: Int = 1) = uppercase().repeat(times)

fun main(args: Array<String>) {
    println(Point(1, 2))
}

interface Closer { fun close() }
class Once(val closer: Closer) { fun run() { closer.close() } }
object Limits { const val MAX = 3; fun of(n: Int) = n.coerceAtMost(MAX) }

@Target(AnnotationTarget.PROPERTY)
@Retention(AnnotationRetention.RUNTIME)
annotation class Required

fun watch(all: List<Int>) {
    all.map { n -> object : Closer { override fun close() {} } }
    all.forEach { n ->
        fun again() = n
        again()
    }
}

context(Logger) fun audit() {}

context(log: Logger, _: List<User>)
val audited: Int
    get() = log.lines

@Throws(IOException::class) fun annotated(x: Any) = when (x) {
    is String if x.length > 0 -> make<User>(1)
    else if x == 1 -> $$"""{"id": "$x"}"""
    else -> null
}

class Backed {
    val names: List<String>
        field = mutableListOf("a")
    fun count() = (0..<names.size).count()
}
