public class Main { static class Foo {}
 public static void main(String[] a) { Object o = new Foo(); System.out.println(o.getClass().getSimpleName()); } }
