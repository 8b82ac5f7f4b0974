package store

func Get() {}
