package p;
import java.util.*;
@Deprecated
public class A<T extends Comparable<T>> {
    private int x = 1, y;
    static { System.out.println("a  b"); }
    String text = """
        one
          two\
        """;
    int[] z = {1, 2, };
    int f(int a, final List<String> b) throws Exception {
        if (a > 1) return a; else { a++; }
        for (int i = 0; i < 3; i++) ;
        outer: while (true) { if (a-- > 0) continue outer; break; }
        Runnable r = () -> { y += 1; };
        switch (a) { case 1: case 2: break; default: return - -a; }
        return a + +a >> 1;
    }
    char c = ' ';
}
