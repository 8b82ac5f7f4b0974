package main

var seed int64 = 7

func getSeed() int64

func main() { println(getSeed(), seed) }
