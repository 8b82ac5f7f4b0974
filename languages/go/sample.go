// Package sample holds everything the Go rules know.
package sample

import "fmt"

import (
	"context"
	log "log/slog"
	_ "net/http/pprof"

	. "example.com/dot"
)

// MaxWorkers bounds the pool. More words.
const MaxWorkers = 15

const width, height int = 1, 2

const (
	KB = 1 << (10 * (iota + 1))
	MB
)

var global, second = 1, "two"

var (
	handler = func(name string) string { return name }
	table   map[string]int
)

// Server serves.
type Server struct {
	*Base
	log.Logger
	Addr, Host string `json:"addr"`
	inner      struct {
		count int
	}
}

// Reader reads.
type Reader interface {
	fmt.Stringer
	Read(p []byte) (n int, err error)
}

type Alias = Server
type Celsius float64
type Handler func(w int) error

type (
	First  struct{ A int }
	Second interface{ Do() }
	Third  []string
)

type List[T any] struct {
	items []T
}

// Serve accepts connections.
func (s *Server) Serve(ctx context.Context, l fmt.Stringer) error {
	retry := func(n int) int {
		return n + 1
	}
	var each, other = func(n int) { retry(n) }, 1
	var (
		again func() = func() { each(other) }
		limit = 3
	)
	local := limit
	_ = local
	again()
	return nil
}

func (l *List[T]) Push(item T) { l.items = append(l.items, item) }

func Map[T, U any](
	in []T,
	f func(T) U, // applied to each
) (out []U) {
	return nil
}

func main() {
	fmt.Println("x")
}

func external(x int) int
