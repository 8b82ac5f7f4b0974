package level

type Level int

func (l Level) String() string { return "level" }
