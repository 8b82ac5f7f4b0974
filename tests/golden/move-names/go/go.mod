module p

go 1.20
