package api

import (
	"encoding/json"
	"m/count"
)

type Conf struct{ Name string }

func Show() ([]byte, error) {
	b, err := json.Marshal(Conf{"x"})
	_ = count.Count(3)
	return b, err
}

func All() ([]byte, error) { return json.Marshal(count.Make()) }
