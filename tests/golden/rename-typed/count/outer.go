package count

type Inner struct{ Size int }

type Outer struct{ In Inner }

func Make() *Outer { return &Outer{} }
