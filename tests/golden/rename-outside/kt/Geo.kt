package geo
fun area(x: Int) = x * x
val Int.area: Int get() = this + 1
