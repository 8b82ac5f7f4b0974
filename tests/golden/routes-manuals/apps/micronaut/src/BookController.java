package books;
import io.micronaut.http.annotation.*;
@Controller("/books")
public class BookController {
    @Get
    public String list() { return ""; }
    @Get("/{id}")
    public String show(long id) { return ""; }
    @Post(uri = "/", consumes = "application/json")
    public String save(@Body String b) { return b; }
    @Delete(value = "/{id}/pages{?max,offset}")
    public void drop(long id) {}
}
