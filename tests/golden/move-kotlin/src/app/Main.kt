package app

import text.shout

fun main() {
    println("a".shout() + twice("b"))
}

fun twice(s: String) = s.shout().shout()
