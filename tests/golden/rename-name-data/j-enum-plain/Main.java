public class Main { enum Color { RED, GREEN }
 public static void main(String[] a) { int n = Color.GREEN.ordinal(); System.out.println(n); } }
