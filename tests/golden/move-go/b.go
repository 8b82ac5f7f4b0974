package m

import "os"

var home = os.Getenv("HOME")
