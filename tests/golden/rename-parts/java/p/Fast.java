package p;
public class Fast { public String toString() { return "fast"; } }
