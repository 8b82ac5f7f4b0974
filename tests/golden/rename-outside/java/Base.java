abstract class Base { protected int size = 100; abstract int get(); }
