namespace App {
    public interface IKeeper { bool Keep(int v); }
    public class Store : IKeeper {
        public Store(int size) { Size = size; }
        public int Size { get; set; }
        public bool Keep(int v) { return v < Size && Keep(v: v, twice: true); }
        public bool Keep(int v, bool twice) => twice;
        public override string ToString() => "Keep";
    }
}
