package app
import io.ktor.server.application.*
import io.ktor.server.routing.*
import io.ktor.server.response.*

fun Application.module() {
    routing {
        get("/") { call.respondText("hi") }
        route("/api") {
            customerRouting()
            route("/orders") {
                get { call.respond(listOrders()) }
                get("{id?}") { call.respond(getOrder()) }
                post { call.respond(1) }
            }
        }
        authenticate("auth-basic") {
            delete("/admin/{id}") { call.respond(1) }
        }
    }
}
fun listOrders() = 1
fun getOrder() = 1
fun Route.customerRouting() {
    route("/customers") {
        get { call.respond(2) }
        put("/{id}") { call.respond(3) }
    }
}
