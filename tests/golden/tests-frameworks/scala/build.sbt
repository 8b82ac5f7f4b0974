name := "m"
