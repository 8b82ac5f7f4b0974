package gate;

@FeignClient(name = "accounts")
interface AccountClient {
    @GetMapping("/current")
    Account load();

    @GetMapping("/owners/{owner}")
    Owner owner();
}
