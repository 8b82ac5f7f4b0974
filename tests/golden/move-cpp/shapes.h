#ifndef SHAPES_H
#define SHAPES_H

#include <string>

namespace geo {

/// A place.
struct Point {
    int x, y;
    std::string text() const { return std::to_string(x) + "," + std::to_string(y); }
};

struct Box {
    Point a, b;
    int area() const { return (b.x - a.x) * (b.y - a.y); }
};

inline std::string name(const Box &b)
{
    return b.a.text() + "-" + b.b.text();
}

}

#endif
