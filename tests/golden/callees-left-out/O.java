import java.util.function.*;
class O { int v; public String toString() { return "o"; }
  static int f(IntUnaryOperator o) { return o.applyAsInt(2); }
  static String g(O a) { return "x" + a; }
  static int ok(int a) { return Math.max(a, 1); } }
