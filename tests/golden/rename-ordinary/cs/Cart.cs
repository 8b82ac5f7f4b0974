public class Cart { public int Total { get; set; } }
