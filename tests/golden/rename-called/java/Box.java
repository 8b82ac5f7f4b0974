class Box implements java.io.Serializable {
    private int value() { return 1; }
    private Object readResolve() { return this; }
}
