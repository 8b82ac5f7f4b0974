#pragma once
#include <string>
#include <vector>

std::string join(const std::vector<std::string> &v);
int count(const std::string &s);
