package other;

@RestController
class ManyController {
    @GetMapping({"/many", "/several/{id}"})
    Account many() { return null; }
}
