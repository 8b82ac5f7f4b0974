module example.org/m

go 1.20

require (
	example.org/n v1.0.0 // indirect
)
replace (
	example.org/n v1 => ./go/n
	example.org/o => ../o
)
