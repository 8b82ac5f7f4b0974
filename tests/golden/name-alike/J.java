class J { int add(int a, int b) { return a + b; }
 int add(int a) { return add(a, 1); }
 String add(String s) { return s; }
 J(int a) {} J() {} }
