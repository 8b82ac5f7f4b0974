enum class Color { RED, GREEN }
fun main() { val c = Color.RED; println("got $c") }
