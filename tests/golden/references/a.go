package p

import (
	"net/http"
	y "gopkg.in/yaml.v3"
	. "dot"
	_ "blank"
)

type Server struct {
	Handler
	*log.Logger
	mu   sync.Mutex
	list []*Item
	a, b map[string]Foo[int]
}

var std = New(1)
var x, z *Foo
const k = 3

func New(n int, opts ...Option) (*Server, error) {
	s := &Server{Handler: h, list: makeList}
	var c http.Client
	var d = NewD()
	e, err := s.Open("x")
	for i, it := range s.list {
		it.Go(i)
	}
	go s.run(c, compare)
	defer func() { e.Close() }()
	f := func(q Foo) *Bar { return q.Do() }
	if v, ok := d.(*Thing); ok {
		v.Go()
	}
	switch t := d.(type) {
	case *Foo:
		t.Foo()
	}
	http.HandleFunc("/", s.handle)
	sort.Slice(xs, func(i, j int) bool { return xs[i].Less(xs[j]) })
	w := (*Server)(nil)
	g := Generic[int](x)
	m := map[string]func(){"a": handleA}
	arr := []Fn{fa, fb}
	s.fn = fc
	return wrap(opts...)
}

func (s *Server) run(a, b int) error { a.b().c(); return s.err(f) }
func (List[T]) anon() {}
type I interface { Do(x int) (Foo, error); Embedded }
