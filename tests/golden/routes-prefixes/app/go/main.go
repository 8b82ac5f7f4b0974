package main

import (
	"example.com/go/users"

	"github.com/gin-gonic/gin"
)

func main() {
	r := gin.Default()
	v1 := r.Group("/go")
	users.Register(v1.Group("/users"))
	h := users.Handler{}
	h.Add(v1)
}
