package model;

import java.util.Locale;

/** A price in cents. */
public class Price {
    private final int cents;

    public Price(int cents) {
        this.cents = cents;
    }

    public static Price zero() {
        return new Price(0);
    }

    public String text() {
        return String.format(Locale.ROOT, "%d.%02d%s", cents / 100, cents % 100, Unit.SIGN);
    }
}
