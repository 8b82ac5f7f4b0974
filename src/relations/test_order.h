/* The list of tests that a search reached: what stays, in which order. */
#pragma once

#include "relations/test_reach.h"

/* Counts what is listed, nearest first. `seen`: by file, false for all; the files are marked. */
void test_order_count(const Catalog *catalog, TestReach *reach, bool *seen);
/* Leaves out the tests that make no object of the type, unless none makes one. */
void test_order_leave_unmade(TestReach *reach);
/* Keeps the nearest tests, and marks them as tests that use the type. */
void test_order_keep_near(TestReach *reach, uint32_t type);
