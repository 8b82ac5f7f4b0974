module example.com/go
