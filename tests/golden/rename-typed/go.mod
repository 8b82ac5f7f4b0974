module m

go 1.20
