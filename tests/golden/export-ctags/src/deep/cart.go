package store

type Cart struct {
	Items []int
}

// Add adds.
func (c *Cart) Add(item int, more ...string) (int, error) { return 0, nil }
