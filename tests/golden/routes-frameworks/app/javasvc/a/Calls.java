package a;
import org.springframework.web.client.RestTemplate;

public class Calls {
    private static final String BASE = "http://localhost:8080/java";
    private RestTemplate restTemplate;
    void a() { restTemplate.getForObject(BASE + "/users/{id}", String.class, 3); }
    void b() { restTemplate.postForEntity("http://localhost:8080/java/users", null, String.class); }
    void c() { restTemplate.exchange(BASE + "/users/search", HttpMethod.GET, null, String.class); }
    void d() { webClient.get().uri("/java/users/{id}", 3).retrieve(); }
    void e() { restTemplate.delete(BASE + "/users/{id}", 3); }
}
