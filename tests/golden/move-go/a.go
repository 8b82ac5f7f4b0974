package m

import (
	"fmt"
	"strings"
)

// Show prints.
func Show(s string) { fmt.Println(upper(s)) }

func upper(s string) string { return strings.ToUpper(s) }
