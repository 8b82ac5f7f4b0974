package shop;
import jakarta.ws.rs.*;
import jakarta.ws.rs.core.MediaType;
@Path("/orders")
@Produces(MediaType.APPLICATION_JSON)
public class OrderResource {
    @GET
    public String list() { return ""; }
    @GET
    @Path("/{id: \\d+}")
    public String one(@PathParam("id") long id) { return ""; }
    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    public String create(String body) { return ""; }
    @Path("{id}/lines")
    @DELETE
    public void clear(@PathParam("id") long id) {}
    @Path("{id}/notes")
    public NoteResource notes() { return new NoteResource(); }
}
