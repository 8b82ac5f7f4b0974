package app

import (
	"errors"

	"example.com/store"
)

func Run(k store.Keeper, s store.Store) error {
	if err := k.Keep(1); errors.Is(err, store.ErrFull) {
		return err
	}
	return s.Keep(2)
}
