package users

import "github.com/gin-gonic/gin"

type Handler struct{}

func Register(router *gin.RouterGroup) {
	router.GET("/:id", show)
}

func (h Handler) Add(group *gin.RouterGroup) {
	items := group.Group("/items")
	items.POST("", h.create)
}

func show(c *gin.Context)           {}
func (h Handler) create(c *gin.Context) {}
