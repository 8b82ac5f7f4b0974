package main

import (
	"example.com/fiber/handlers"

	"github.com/gofiber/fiber/v2"
)

func main() {
	app := fiber.New()
	app.Get("/ping", handlers.Ping)
	api := app.Group("/api", handlers.Logger)
	v1 := api.Group("/v1")
	v1.Post("/users", handlers.CreateUser)
	v1.Get("/users/:id", handlers.GetUser)
	v1.Delete("/users/:id<int>", handlers.DeleteUser)
	app.Route("/admin", func(admin fiber.Router) {
		admin.Get("/stats", handlers.Stats)
	})
	app.Add("PUT", "/raw/:key", handlers.Raw)
	handlers.SetupOrders(app)
	micro := fiber.New()
	micro.Get("/doe", handlers.Doe)
	app.Mount("/john", micro)
	app.Static("/static", "./public")
	app.Listen(":3000")
}
