static class Util {
    static int Half(int n) { return n / 2; }
    static int Run() { return H\u0061lf(4) + @Quarter(8); }
    static int Quarter(int n) { return n / 4; }
}
