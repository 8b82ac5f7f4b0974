package store

func Put() {}
