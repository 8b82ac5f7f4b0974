package app

fun half(n: Int) = n / 2

fun third(n: Int) = n / 3
