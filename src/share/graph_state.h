/* Internal to the implementation of graph.h. */
#pragma once

#include "share/shared_graph.h"

/* Checks the graph in the store's present tree, and rebuilds a sample. Sets all of *taken. */
bool graph_verify(Arena scratch, const GraphReader *reader, GraphTaken *taken, Err *err) MUST_USE;
