static class Program {
    static int Run() { return Util.@Twice(2) + Util.Twice(3); }
}
