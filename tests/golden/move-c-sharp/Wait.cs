using System.Threading;

namespace Shop
{
    public class Wait { public Timer T; }

    public partial class Note { }
}
