using System;
using static System.Math;
using Alias = System.Collections.Generic.List<int>;

[assembly: CLSCompliant(true)]

namespace Sample.Outer
{
    /// <summary>
    /// Everything the C# rules know. More.
    /// </summary>
    [Serializable]
    public abstract partial class Animal<T> : Base, IRunnable where T : class
    {
        public const int Limit = 10;
        private readonly List<string> names = new(), others;
        public static event EventHandler? Changed;
        public event Action Custom { add { } remove { } }

        /// <summary>The name.</summary>
        public string Name { get; private set; } = "x";
        public int Size => 3;
        public T this[int i] { get => default!; set { } }

        static Animal() { }

        public Animal(string name, int age = 1) : base(name)
        {
            Name = name;
        }

        ~Animal() { }

        [Obsolete("x")]
        public async Task<int> RunAsync(
            string to, // whom
            CancellationToken token = default)
        {
            int Local(int x) => x + 1;
            Func<int, int> f = x => x * 2;
            await Task.Delay(Local(1), token);
            return f(2);
        }

        [Test]
#if JAVA
        [Category("x")]
#endif
        public void Run() { }

        [Test]
#if FIRST
        [Expected("a")]
#elif SECOND
        [Expected("b")]
#else
        [Expected("c")]
#endif
        public void Choose(
            int a,
#pragma warning disable 618
            int b) { }

        [Test]
#if FIRST
#else
        [Expected("d")]
#endif
        public void Empty() { }

        protected abstract void Stop();
        public static Animal<T> operator +(Animal<T> a, Animal<T> b) => a;
        public static implicit operator string(Animal<T> a) => a.Name;

        private enum Mood { Happy = 1, Sad }

        internal struct Point { public int X, Y; }
    }

    public interface IRunnable
    {
        int Count { get; }
        void Run();
    }

    public record Person(string First, string Last)
    {
        public string Full => First + Last;
    }

    public record struct Pair(int A, int B);

    public delegate void Handler(object sender, int code);
}
