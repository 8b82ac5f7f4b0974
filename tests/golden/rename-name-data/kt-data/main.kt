data class P(val left: Int)
fun main() { println(P(1)) }
