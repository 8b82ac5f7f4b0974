package text

const val MARK = "!"

fun String.shout(): String = toUpperCase() + MARK

fun calm(s: String) = s.shout().dropLast(1)

private fun pad(s: String) = s.padStart(3)

fun wide(s: String) = pad(s)
