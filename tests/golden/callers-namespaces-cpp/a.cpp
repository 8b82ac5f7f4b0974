namespace lib::inline v2 {
int area(int side) { return side; }
struct Ring {
    int turn() { return area(1); }
};
}
namespace lib { inline namespace abi { int size() { return 1; } } }
namespace l = lib;
namespace other { int area(int side) { return -side; } }
int whole() { return lib::v2::area(1); }
int shorter() { return lib::area(2) + lib::size(); }
int global() { return ::lib::v2::area(3); }
int alias() { return l::area(4); }
int local() {
    namespace n = lib::v2;
    n::Ring ring;
    return ring.turn();
}
int opened() {
    using namespace lib::v2;
    return area(5);
}
int decoy() { return other::area(6); }
struct Sub : lib::v2::Ring {
    int go() { return turn(); }
};
