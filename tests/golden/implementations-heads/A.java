class Base { int e() { return 0; } }
class Plain extends Base { int e() { return 1; } }
interface Op { int run(int x); }
enum K implements Op {
    ADD { public int run(int x) { return x + 1; } },
    SUB { public int run(int x) { return x - 1; } };
}
record R(int x) implements Op { public int run(int y) { return x + y; } }
class Q {
    static Base make() {
        return new Base() {
            @Override int e() { return 5; }
        };
    }
    public static void main(String[] a) { System.out.println(make().e() + K.ADD.run(1) + K.SUB.run(1)); }
}
