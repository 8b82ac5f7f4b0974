package p

func list() []int {
	return []int{1, 2}
}
