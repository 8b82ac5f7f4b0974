package y

type Store interface{ Get(string) string }
type Log interface{ Put(int) }

func Two[K comparable, V Store](k K, v V) { v.Get("x") }
func Both[A, B Log](a A, b B) { a.Put(1); b.Put(2) }
func Plain(v map[string]Store) { v["a"].Get("x") }
