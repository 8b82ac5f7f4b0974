package app;

public class Main {
    public static void main(String[] args) {
        try {
            throw new Bad("x");
        } catch (Bad e) {
            System.out.println(e);
        }
    }
}
