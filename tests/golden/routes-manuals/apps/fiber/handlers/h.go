package handlers

import "github.com/gofiber/fiber/v2"

func Ping(c *fiber.Ctx) error       { return nil }
func Logger(c *fiber.Ctx) error     { return nil }
func CreateUser(c *fiber.Ctx) error { return nil }
func GetUser(c *fiber.Ctx) error    { return nil }
func DeleteUser(c *fiber.Ctx) error { return nil }
func Stats(c *fiber.Ctx) error      { return nil }
func Raw(c *fiber.Ctx) error        { return nil }
func Doe(c *fiber.Ctx) error        { return nil }
func list(c *fiber.Ctx) error       { return nil }

func SetupOrders(app *fiber.App) {
	orders := app.Group("/orders")
	orders.Get("", list)
	orders.Get("/:id?", func(c *fiber.Ctx) error { return nil })
}
