#include "money.hpp"
int main() {
    bank::Money a(5), b(7);
    merge(a, b);
    return merge(1, 2);
}
