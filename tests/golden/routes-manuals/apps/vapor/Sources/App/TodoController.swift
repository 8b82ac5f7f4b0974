import Vapor
struct TodoController: RouteCollection {
    func boot(routes: RoutesBuilder) throws {
        let todos = routes.grouped("todos")
        todos.get(use: self.index)
        todos.post(use: create)
        todos.group(":todoID") { todo in
            todo.delete(use: delete)
        }
    }
    func index(req: Request) async throws -> [String] { [] }
    func create(req: Request) async throws -> String { "" }
    func delete(req: Request) async throws -> String { "" }
}
struct ItemController: RouteCollection {
    func boot(routes: RoutesBuilder) throws {
        routes.get("items", ":id", use: one)
    }
    func one(req: Request) async throws -> String { "" }
}
