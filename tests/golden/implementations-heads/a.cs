namespace N { public interface IG<T> { T Get(); } public class Foo<T> where T : IG<int> { } }
class C : global::N.IG<string> { public string Get() { return ""; } }
class D : N.IG<string> { public string Get() { return ""; } }
