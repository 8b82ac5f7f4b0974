public class Main {
    enum Mode { TIGHT, LAX }
    static int code(Mode mode) { return mode == Mode.TIGHT ? 1 : 2; }
    public static void main(String[] a) { System.out.println(code(Mode.TIGHT)); }
}
