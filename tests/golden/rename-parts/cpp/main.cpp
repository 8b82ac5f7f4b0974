#include "log.hpp"
Log g;
int main() { LOG(warn, "a"); LOG(info, "b"); g.warn("c"); }
