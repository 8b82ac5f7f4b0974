using System;
enum Color { Red, Green }
class P { static void Main() { var c = Color.Red; Console.WriteLine($"{c}"); } }
