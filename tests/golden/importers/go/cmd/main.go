package main

import "example.com/m/store"

func main() { store.Put() }
