package p;
class Q { static class Base { int e() { return 0; } }
  static Object o = new Q.Base() { int e() { return 1; } };
  Base plain(Base b) { return new Base(); } }
class R extends Q.Base { int e() { return 2; } }
