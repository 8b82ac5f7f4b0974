/* The list of tests that a search reached: what stays, in which order. */
#pragma once

#include "relations/test_reach.h"

/* Counts what is listed, nearest first. `seen`: by file, false for all; the files are marked. */
void test_order_count(const Catalog *catalog, TestReach *reach, bool *seen);
/* Leaves out the tests that make no object of the type, unless none makes one. */
void test_order_leave_unmade(TestReach *reach);
/* Keeps the nearest tests, and marks them as tests that use the type. */
void test_order_keep_near(TestReach *reach, uint32_t type);
/* Keeps the tests that are at most as far away. */
void test_order_keep_steps(TestReach *reach, uint32_t most);
/* Keeps the nearest, up to this number and by whole steps. `first`: the nearest step is kept
   whatever its number. Returns how many it leaves out. */
size_t test_order_keep_nearest(TestReach *reach, size_t most, bool first);
