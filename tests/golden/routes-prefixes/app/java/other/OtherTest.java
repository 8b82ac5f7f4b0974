package other;

import org.springframework.test.web.servlet.MockMvc;

class OtherTest {
    void read() { mvc.perform(get("/current")); }
}
