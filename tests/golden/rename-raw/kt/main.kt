class Tool { fun quarter(n: Int) = n / 4 }
fun main() { val t = Tool(); println(t.`quarter`(8)) }
