import Foundation
final class Api {
    let base = URL(string: "http://localhost:8080")!
    func users() async throws -> Data {
        let (data, _) = try await URLSession.shared.data(from: URL(string: "http://localhost:8080/api/users")!)
        return data
    }
    func login() async throws {
        var request = URLRequest(url: URL(string: "http://localhost:8080/login")!)
        request.httpMethod = "POST"
        _ = try await URLSession.shared.data(for: request)
    }
    func todos() {
        AF.request("http://localhost:8080/todos", method: .get)
    }
}
