static class Util {
    public static int Twice(int n) { return 2 * n; }
}
