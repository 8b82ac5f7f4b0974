int f1();
template <int i, bool B = i < 10> struct X1 { int a; };
template<int A, int B, bool C = A < B && B < 5> int z1() { return 1; }
template <class T, bool = sizeof(T) < 8> void q1(T t) {}
template <class T, bool S = T::size < 3, class U = V<int, 4>> class W1 { void m(); };
template <template <class> class TT, class A = TT<int>> struct X2 {};
template <int N, class A = Arr<N>, bool L = 3 < N> struct X3 {};
template <class T, class = std::enable_if_t<(sizeof(T) > 4)>> void q2() {}
template <class T, class B = Base<T>> struct X4 : B {};
template <int I = 5, bool B = I <= 10> struct LE {};
template <int N, int M = (N < 3) ? 1 : 2> struct X5 {};
template <std::size_t N, std::size_t = N < 2 ? 1 : N> struct X6 {};
template <class T, typename T::template R<int> V = 3> struct X7 {};
int f2();
