package count

type Counter struct{ Total int }

func Count(n int) int {
	c := Counter{}
	for i := 0; i < n; i++ {
		c.Total += i
	}
	return c.Total
}
