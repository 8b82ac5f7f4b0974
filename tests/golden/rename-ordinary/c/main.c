#include "shape.h"
static int area(const struct box *b) { return b->width * b->height; }
static int thick(Box b) { return b.width; }
int main(void)
{
    struct box a = {.width = 1}, b = {.width = 2, .height = MODE_BOLD};
    struct pipe p = {.width = 7};
    a.width++;
    return area(&b) + thick(a) + p.width + (MODE_BOLD - MODE_PLAIN);
}
