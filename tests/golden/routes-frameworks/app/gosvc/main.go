package main

import (
	"fmt"
	"net/http"

	"github.com/gin-gonic/gin"
)

const inventory = "http://inventory:8080"

func listItems(c *gin.Context)  {}
func getItem(c *gin.Context)    {}
func addItem(c *gin.Context)    {}
func health(w http.ResponseWriter, r *http.Request) {}
func readUser(w http.ResponseWriter, r *http.Request) {}

func main() {
	r := gin.Default()
	v1 := r.Group("/go/v1")
	v1.GET("/items", listItems)
	v1.GET("/items/:id", getItem)
	v1.POST("/items", auth(), addItem)
	mux := http.NewServeMux()
	mux.HandleFunc("/go/health", health)
	mux.HandleFunc("GET /go/users/{id}", readUser)
}

func callItems() { http.Get(inventory + "/go/v1/items") }
func callItem(id int) { http.Get(fmt.Sprintf("%s/go/v1/items/%d", inventory, id)) }
func postItem() { req, _ := http.NewRequest("POST", "http://localhost/go/v1/items", nil); _ = req }
func deleteItem() { req, _ := http.NewRequest(http.MethodDelete, "http://localhost/go/v1/items", nil); _ = req }
