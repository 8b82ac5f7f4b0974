using System.Collections.Generic;

namespace Shop
{
    public class Line
    {
        public int Count;
        public string Name;
        public override string ToString() { return Name + Count; }
    }

    public class Order
    {
        public List<Line> Lines = new List<Line>();
    }
}
