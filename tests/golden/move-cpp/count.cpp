#include "api.hpp"

int count(const std::string &s)
{
    return static_cast<int>(s.size());
}
