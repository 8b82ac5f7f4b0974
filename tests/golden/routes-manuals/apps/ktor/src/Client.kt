package app
import io.ktor.client.*
import io.ktor.client.request.*
class Api(private val client: HttpClient) {
    suspend fun orders() = client.get("http://localhost:8080/api/orders")
    suspend fun put(id: Int) = client.put("http://localhost:8080/api/customers/$id") { setBody(1) }
}
