fun helper() = 1

class C {
    fun assist() = 9
    fun go() = helper()
}
