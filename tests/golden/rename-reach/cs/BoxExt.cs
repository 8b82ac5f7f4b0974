public static class BoxExt {
    public static string Describe(this Box b) { return "extension " + b.N; }
}
