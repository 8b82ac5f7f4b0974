package shop;
public class Order {
    public static final Order NONE = new Order();
}
