package shop;
import jakarta.ws.rs.client.*;
public class OrderClient {
    private final WebTarget target = ClientBuilder.newClient().target("http://localhost:8080/rest");
    String list() { return target.path("orders").request().get(String.class); }
    String one(long id) { return target.path("orders").path("{id}").resolveTemplate("id", id).request().get(String.class); }
}
