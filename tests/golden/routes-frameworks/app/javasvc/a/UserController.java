package a;
import org.springframework.web.bind.annotation.*;

@RestController
@RequestMapping("/java/users")
public class UserController {
    @GetMapping("/{id}")
    public String one(@PathVariable int id) { return ""; }

    @PostMapping
    public String create() { return ""; }

    @RequestMapping(value = "/search", method = RequestMethod.GET)
    public String search() { return ""; }
}
