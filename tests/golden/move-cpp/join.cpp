#include "api.hpp"
#include <algorithm>

// With dashes.
std::string join(const std::vector<std::string> &v)
{
    std::string out;
    for (const auto &s : v)
        out += s + "-";
    std::replace(out.begin(), out.end(), '-', '_');
    return out;
}
