class User(val name: String) { fun label() = "<$name>" }
fun main() { println(User("a").label()) }
