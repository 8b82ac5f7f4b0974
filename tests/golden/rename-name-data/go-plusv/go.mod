module x

go 1.18
