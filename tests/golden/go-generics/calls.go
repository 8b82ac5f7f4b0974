package y

type Set[K comparable] struct{ m map[K]struct{} }

func NewSet[K comparable]() *Set[K] { return &Set[K]{} }

func (s *Set[K]) Add(k K) {}

func one() {
	s := NewSet[string]()
	s.Add("a")
}

func two() *Set[[]byte] { return NewSet[[]byte]() }

var handlers []func()

func three(i int) { handlers[i]() }
