/* Test code: symbols of tests, fixtures and examples, which other code does not mean. */
#pragma once

#include "index/resolve/finds.h"
#include "index/resolve/resolver.h"

/* Whether the symbol is in test code, and the file neither is test code nor imports it. */
bool test_code_is_hidden(Resolver *resolver, uint32_t file, uint32_t symbol);
/* Drops such symbols. */
void test_code_drop_hidden(Resolver *resolver, uint32_t file, Finds *finds);
