package a

func Open(x int) int {
	if x > 0 {
		return shut(x)
	}
	return 0
}

func shut(x int) int {
	if x > 1 {
		return 1
	}
	return 2
}
