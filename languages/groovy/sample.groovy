package com.example

import groovy.json.JsonSlurper
import static java.lang.Math.max

// An animal. More.
@Canonical
abstract class Animal extends Base implements Runnable {
    static final int LIMIT = 10
    String name = "x"
    private List<String> names = []

    Animal(String name) {
        this.name = name
    }

    @Override
    void run() {
        println name
    }

    protected abstract int stop(int x, String y)

    static Animal create(String name) {
        return new Animal(name)
    }
}

interface Shape {
    double area()
}

enum Color {
    RED, GREEN
}

def top(x, y) {
    return x + y
}

trait Brewed<T> implements Ready {
    abstract void pour(T cup)
    def steep(int minutes) { minutes + 1 }
}
