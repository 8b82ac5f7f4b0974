package m

import (
	"net/url"
	"strings"
)

// HostOf takes a variable of a package's name.
func HostOf(url *URL) string { return url.Host() }

type URL struct{}

func (u *URL) Host() string { return "" }

// Parse declares one.
func Parse(s string) error {
	url, err := url.Parse(s)
	_ = url.Path
	return err
}

func rest(strings []string) int { return len(strings) }

func Upper(s string) string { return strings.ToUpper(s) }
