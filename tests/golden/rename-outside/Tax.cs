static class Tax { public static int Rate = 3; }
