package a;
import org.springframework.cloud.openfeign.FeignClient;
import org.springframework.web.bind.annotation.*;

@FeignClient(name = "users", path = "/java/users")
public interface UserClient {
    @GetMapping("/{id}")
    String load(@PathVariable("id") int id);
}
