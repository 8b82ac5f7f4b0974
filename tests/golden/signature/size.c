#include "size.h"

int area(int width, int height, int unit)
{
    return width * height;
}

int both(int n)
{
    return area(n, 2, 0) + area(3, n + 1, 0);
}
