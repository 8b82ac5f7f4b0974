using System;
using Shop;

class Program
{
    static void Main()
    {
        var o = new Order();
        o.Lines.Add(new Line { Count = 2, Name = "a" });
        Console.WriteLine(o.Lines[0] + " " + new Shop.Line { Count = 1, Name = "z" } + new Model.Unit().Factor);
    }
}
