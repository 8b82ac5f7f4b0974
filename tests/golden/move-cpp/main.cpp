#include <iostream>
#include "shapes.h"

int main()
{
    geo::Box b{geo::Point{1, 2}, geo::Point{4, 6}};
    std::cout << b.area() << " " << geo::name(b) << "\n";
}
