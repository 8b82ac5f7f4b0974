public class Main { enum Color { RED, GREEN }
 static Color pick() { return Color.RED; }
 public static void main(String[] a) { System.out.println("got " + pick()); } }
