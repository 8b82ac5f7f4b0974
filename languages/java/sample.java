package com.example.sample;

import java.util.List;
import java.util.function.*;
import static java.lang.Math.max;

/**
 * Everything the Java rules know. A second sentence.
 *
 * @author nobody
 */
@Deprecated
@SuppressWarnings({"a", "b"})
public abstract class Sample<T extends Comparable<T>> extends Base<T> implements Runnable, Cloneable {
    /** The limit. */
    public static final int LIMIT = 10, LOWEST = 1;
    private final List<String> names, others = null;
    protected volatile int[] cells;

    static {
        System.out.println("static");
    }

    /** Makes one. */
    public Sample(int limit) throws java.io.IOException {
        this.cells = new int[limit];
    }

    @Override
    public void run() {
        Runnable inner = () -> System.out.println("x");
        new Thread(new Runnable() {
            @Override
            public void run() {
            }
        }).start();
        class Local {
            void go() {
            }
        }
    }

    protected abstract <R> R convert(
            Function<T, R> with, // how
            T value);

    public static synchronized native int count();

    /** One of the inner kinds. */
    public static class Inner {
        int depth;

        class Deeper {
        }
    }

    enum Color {
        RED, GREEN("g") {
            @Override
            int weight() {
                return 2;
            }
        },
        BLUE;

        private String code;

        Color(String... code) {
        }

        int weight() {
            return 1;
        }
    }
}

interface Shape {
    double PI = 3.14;

    double area();

    default double twice() {
        return area() * 2;
    }
}

record Point(int x, int y) implements Shape {
    static int made;

    Point {
        made++;
    }

    public double area() {
        return 0;
    }
}

@interface Marker {
    String value() default "";

    int level() default 1;
}

sealed interface Node permits Leaf {
}

final class Leaf implements Node {
}
