class Use {
    static void Main() { var c = new Cart { Total = 1 }; System.Console.WriteLine(c.Total); }
}
