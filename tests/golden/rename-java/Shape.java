package shapes;

public interface Shape {
    double area();
    default String show() { return "area " + area(); }
}
