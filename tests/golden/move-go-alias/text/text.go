package text

import "strings"

// Slug joins the lower-case words of s by dashes.
func Slug(s string) string {
	return strings.ToLower(strings.Join(strings.Fields(s), "-"))
}

func Local(s string) string {
	str := strings.TrimSpace(s)
	return str
}
