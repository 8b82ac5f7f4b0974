using System.Collections.Generic;
using System.Linq;
public class Bill { public int Total { get; set; } public void Go() {} }
public class Account { public int Total { get; set; } public void Go() {} }
class Program
{
    static void Main()
    {
        var b = new Bill { Total = 45 };
        b.Go();
        Bill c = new Bill { Total = 45 };
        c.Go();
        var d = new Bill() { Total = 45 };
        d.Go();
        var e = new Bill();
        e.Go();
        var all = new List<Bill>(); 
        foreach (var f in new List<Bill>() { c }) f.Go();
        foreach (var f in new Bill[] { c }) f.Go();
        all.ForEach(s => s.Go());
        foreach (var x in all) x.Go();
        var two = new[] { b, c };
        foreach (var y in two) y.Go();
        two.Sum(z => { z.Go(); return 1; });
        object o = b;
        (o as Bill).Go();
        (o as Bill)?.Go();
        ((Bill)o).Go();
        if (o is Bill q) q.Go();
        new Bill { Total = 3 }.Go();
        new Bill().Go();
        b?.Go();
    }
}
