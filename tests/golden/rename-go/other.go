package store

type options struct{ limit int }

func check(o options) bool {
	limit := o.limit
	f := func() bool { return limit > 1 }
	return f() && bound(limit)
}

func bound(n int) bool {
	for i := 0; i < n; i++ {
		if limit := i; limit > 2 {
			return true
		}
	}
	return limit(n) || limit(options{limit: 2}.limit)
}
