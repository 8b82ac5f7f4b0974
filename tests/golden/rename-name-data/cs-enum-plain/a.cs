using System;
enum Color { Red, Green }
class P { static void Main() { int n = (int)Color.Green; Console.WriteLine(n); } }
