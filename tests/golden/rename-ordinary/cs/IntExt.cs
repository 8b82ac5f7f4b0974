public static class IntExt { public static int Twice(this int n) { return n * 2; } }
