// Shapes, and every way that C++ has to declare something.
#include <memory>
#include <vector>
#include "shape.h"

import std.core;

namespace geometry {

class Shape;
struct Options;
enum class Axis : int;

/// How precise results are.
constexpr double kEpsilon = 1e-9;
inline const std::string kName{"geometry"};
extern template class std::vector<int>;

using Points = std::vector<Point>;
template <typename T> using Grid = std::vector<std::vector<T>>;
namespace fs = std::filesystem;
using std::swap;

template <typename T>
concept Drawable = requires(T t) {
    { t.draw() } -> std::same_as<void>;
};

enum class Color : unsigned char { kRed, kGreen = 4, kBlue [[deprecated]] };

namespace {
int hidden = 0;
void helper(int value) { hidden = value; }
} // namespace

namespace detail::v1 {
inline namespace abi {
struct Tag {};
} // namespace abi
} // namespace detail::v1

/**
 * A base of all shapes.
 */
class GEOMETRY_EXPORT Shape : public virtual Base<Shape, int>, private detail::Counted {
public:
    Shape() = default;
    explicit Shape(std::string name) noexcept : Base(1), name_{std::move(name)}, area_(0) {}
    Shape(const Shape &) = delete;
    Shape &operator=(Shape &&other) noexcept;
    virtual ~Shape();

    /// The area in square metres. Never negative.
    virtual double area() const = 0;
    [[nodiscard]] auto bounds() const -> std::pair<Point, Point> { return {min_, max_}; }
    bool operator==(const Shape &other) const;
    double operator()(int x, int y) const { return at(x, y); }
    double &operator[](size_t index);
    explicit operator bool() const { return area() > 0; }
    operator std::vector<int>() const;
    template <class U> void visit(U &&visitor) { visitor(*this); }
    static std::unique_ptr<Shape> Create(const Options &options);
    friend std::ostream &operator<<(std::ostream &out, const Shape &shape);
    friend bool same(const Shape &a, const Shape &b) { return &a == &b; }
    friend class Renderer;

    struct Builder {
        Builder &With(int value);
        int value = 3;
    };
    enum { kMax = 10 };
    typedef int Index;
    using Callback = std::function<void(int)>;

protected:
    int protected_ = 0, other_;

private:
    DISALLOW_COPY(Shape);
    std::string name_;
    double area_;
    mutable std::map<std::string, std::vector<int>> cache_;
    int (*hook_)(int) = nullptr;
    static inline int count_ = 0;
    unsigned flag_ : 1;
    union {
        int i_;
        float f_;
    };
    std::function<void()> callback_ = [this] { helper(count_); };
};

template <typename T, int N = 3>
    requires Drawable<T> && (N > 0)
struct Matrix final {
    T cells[N][N];
    template <typename... Args> Matrix(Args &&...args) : cells{args...} {}
};

template <> struct Matrix<bool, 1> {};

Shape::~Shape() = default;
Shape &Shape::operator=(Shape &&other) noexcept { return *this; }

bool Shape::operator==(const Shape &other) const
{
    return name_ == other.name_;
}

Shape::Builder &Shape::Builder::With(int value)
{
    this->value = value;
    return *this;
}

template <typename T, int N>
template <typename... Args>
void Matrix<T, N>::assign(Args &&...args)
{
}

int Shape::count_total = 0;

template <typename T>
    requires std::integral<T>
T gcd(T a, T b)
{
    return b ? gcd(b, a % b) : a;
}

auto add = [](int a, int b) { return a + b; };

void run(const std::vector<Shape *> &shapes, std::function<int(int)> map)
{
    using Local = std::vector<int>;
    struct Sorter {
        bool operator()(Shape *a, Shape *b) const { return a->area() < b->area(); }
    };
    auto compare = [&](Shape *a, Shape *b) -> bool { return a->area() < b->area(); };
    std::sort(shapes.begin(), shapes.end(), compare);
    Local values(10);
    auto made = std::make_unique<Circle>(3);
    made->Draw();
    std::for_each(values.begin(), values.end(), helper);
}

constexpr auto operator""_km(long double value) -> double { return value * 1000; }

} // namespace geometry

extern "C" {
int geometry_init(void);
}

namespace shapes = geometry::detail;

export {
class Exported {
    void member();
};
template <class T> T pass(T value) { return value; }
}
extern "C" int geometry_done(void) { return 0; }

#if GEOMETRY_TESTS
TEST_F(ShapeTest, HasArea)
{
    EXPECT_EQ(1, 1);
}
#endif

int main(int argc, char **argv)
try {
    return geometry::run({}, nullptr), 0;
} catch (const std::exception &e) {
    return 1;
}

auto [width, height] = measure();
static const auto &[first_part, second_part]{pair_of_parts};
