// Package store keeps things.
package store

import "errors"

// Store keeps values.
type Store struct{ values []int }

var ErrFull = errors.New("full")

type Keeper interface{ Keep(v int) error }

func New() *Store { return &Store{} }

func (s *Store) Keep(v int) error {
	if limit(len(s.values)) {
		return ErrFull
	}
	s.values = append(s.values, v)
	return nil
}

func limit(n int) bool { return n > 3 }
