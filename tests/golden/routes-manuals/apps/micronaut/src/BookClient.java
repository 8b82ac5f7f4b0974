package books;
import io.micronaut.http.annotation.*;
import io.micronaut.http.client.annotation.Client;
import io.micronaut.http.client.HttpClient;
import io.micronaut.http.HttpRequest;
@Client("/books")
public interface BookClient {
    @Get("/{id}")
    String show(long id);
    @Delete("/{id}/pages")
    void drop(long id);
}
class Caller {
    @Client("/") HttpClient client;
    String all() { return client.toBlocking().retrieve(HttpRequest.GET("/books")); }
    String add() { return client.toBlocking().retrieve(HttpRequest.POST("/books", "x")); }
}
