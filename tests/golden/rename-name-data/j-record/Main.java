public class Main { record P(int left, int top) {}
 public static void main(String[] a) { System.out.println(new P(1,2)); } }
