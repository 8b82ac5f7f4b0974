import geo.*
fun main() {
    println(area(3))
    println(7.area)
}
