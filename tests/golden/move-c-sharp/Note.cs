using System.Timers;

namespace Shop
{
    public partial class Note { }

    public enum Kind
    {
        Small,
        Large,
    }

    public class Watch { public double T = new Timer(5).Interval; }
}
