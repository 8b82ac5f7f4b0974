package app;

public class Bad extends RuntimeException {
    public Bad(String m) {
        super(m);
    }
}
