class Outer {
    private int count = 5;
    int ask() {
        Base b = new Base() { int get() { return count + 1; } };
        return b.get();
    }
}
