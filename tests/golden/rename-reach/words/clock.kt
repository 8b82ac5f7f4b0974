fun main() {
    val c: Clock = Clock()
    println(c.moment())
}
