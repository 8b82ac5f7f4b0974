package app;

import java.util.function.ToDoubleFunction;
import shapes.Shape;
import shapes.Square;

class Use {
    double total(Shape shape, Square square, double area) {
        ToDoubleFunction<Shape> f = Shape::area;
        Runnable r = () -> square.area();
        return shape.area() + square.area(2) + area + new Square(3).area();
    }
    Object make() { return new Square(1); }
}
