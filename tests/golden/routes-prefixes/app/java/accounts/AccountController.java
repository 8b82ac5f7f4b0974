package accounts;

@RestController
class AccountController {
    @GetMapping("/current")
    Account current() { return null; }

    @GetMapping("owners/*/pets/{id}")
    Pet pet() { return null; }
}
