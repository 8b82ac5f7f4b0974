package shop;
public interface Codec { String encode(String s); }
