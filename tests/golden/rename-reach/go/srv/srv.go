package srv

type Logger struct {
	Prefix string
}

type Server struct {
	*Logger
	Port int
}
