public class Box {
    public int N = 3;
    public string Show() { return "instance " + N; }
}
