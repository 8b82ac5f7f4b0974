package app;

public class Caller {
    public static int call() {
        return NumsKt.half(8);
    }
}
