class Util {
    static int twice(int n) { return 2 * n; }
    static int run() { return tw\u0069ce(2); }
    static String text() { return "\\u0074wice"; }
}
