class Base {
    static int amount() { return 9; }
}

class Main {
    static int val() { return 1; }

    static class In extends Base {
        int get() { return val(); }
    }

    static class Plain {
        int get() { return val(); }
    }
}
