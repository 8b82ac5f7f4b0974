val depth = 3
fun toggle(x: Int) = 1 - x
fun String.loud() = uppercase()
fun lone(x: Int) = x
