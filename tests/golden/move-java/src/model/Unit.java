package model;

public class Unit {
    public static final String SIGN = "E";
}

/** Counts, and is not public. */
class Tally {
    private final java.util.List<Unit> all = new java.util.ArrayList<>();

    int size() {
        return all.size();
    }
}
