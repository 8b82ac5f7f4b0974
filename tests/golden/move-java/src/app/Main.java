package app;

import model.*;

public class Main {
    public static void main(String[] args) {
        Price p = new Price(250);
        System.out.println(p.text() + " " + Shop.sell(3) + " " + model.Price.zero().text());
    }
}
