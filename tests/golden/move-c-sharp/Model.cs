namespace Model
{
    public class Unit
    {
        public int Factor = 2;
    }
}
