package app

fun one() = 1
