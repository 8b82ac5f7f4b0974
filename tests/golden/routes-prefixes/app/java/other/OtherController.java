package other;

@RestController
class OtherController {
    @GetMapping("/current")
    Account current() { return null; }
}
