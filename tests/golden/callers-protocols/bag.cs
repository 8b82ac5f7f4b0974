public class Bag {
    public void Add(int value) { }
    public int Size() { return 0; }
    public Bag Where(System.Func<int, bool> test) { return this; }
}
