import static jvm.ToolsKt.lone;
public class Main {
    public static void main(String[] a) {
        System.out.println(ToolsKt.toggle(1) + ToolsKt.getDepth() + ToolsKt.loud("x") + lone(1));
    }
}
