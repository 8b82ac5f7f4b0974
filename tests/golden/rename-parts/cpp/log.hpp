#pragma once
#include <cstdio>
struct Log { void warn(const char *s) { std::printf("W %s\n", s); } void info(const char *s) { std::printf("I %s\n", s); } };
extern Log g;
#define LOG(level, s) g.level(s)
