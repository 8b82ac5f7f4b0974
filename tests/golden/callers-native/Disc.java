package p;
class Disc { native int area(int r); int twice(int r) { return 2 * area(r); } }
