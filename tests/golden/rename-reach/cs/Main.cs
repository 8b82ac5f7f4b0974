class P {
    static void Main() { System.Console.WriteLine(new Box().Describe()); }
}
