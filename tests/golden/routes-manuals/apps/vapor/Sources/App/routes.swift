import Vapor
func routes(_ app: Application) throws {
    app.get { req async in "It works" }
    app.get("hello", ":name") { req -> String in req.parameters.get("name")! }
    app.post("login", use: login)
    let api = app.grouped("api")
    let users = api.grouped("users")
    users.get(use: list)
    users.delete(":id", use: remove)
    app.group("admin") { admin in
        admin.get("stats", use: stats)
        admin.group(":id") { one in
            one.put("name") { req in "x" }
        }
    }
    app.on(.PATCH, "raw", ":key", use: raw)
    try app.register(collection: TodoController())
    try app.grouped("v2").register(collection: ItemController())
}
func login(req: Request) async throws -> String { "" }
func list(req: Request) async throws -> String { "" }
func remove(req: Request) async throws -> String { "" }
func stats(req: Request) async throws -> String { "" }
func raw(req: Request) async throws -> String { "" }
