package list

func Map[T, U any](xs []T, f func(T) U) []U { return nil }
