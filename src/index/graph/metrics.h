/* What the whole graph says about each symbol: fan-in, PageRank, effects, risk (Standing).
   A function of entries and edges alone: all sums are of whole numbers, so that the order of files
   does not matter and an updated index equals a rebuilt one. */
#pragma once

#include "index/catalog/catalog.h"

typedef struct MetricSums MetricSums;

/* The catalog must be numbered and must not change but for links until metric_sums_close. */
MetricSums *metric_sums_open(Catalog *catalog);
void metric_sums_close(MetricSums **sums); /* works as SCOPED(metric_sums_close) */
/* Takes the edges that start in a file; all files in order of their ids. They are not needed
   afterwards. */
void metric_sums_add(MetricSums *sums, uint32_t id);
/* All files, where all are in memory; on two threads when they are many. */
void metric_sums_add_all(MetricSums *sums);
/* After all were added; then the metrics of each file can be set. */
void metric_sums_sum(MetricSums *sums);
void metric_sums_set(MetricSums *sums, uint32_t id);

/* What the functions of a file do themselves, by entry. */
void metrics_effects(Arena scratch, const Catalog *catalog, uint32_t id, uint8_t *effects);
/* The metrics of some symbols, each once and those of a file together, from the edges as they are
   now, where those of all would be too slow to make; their rank stays 0. One pass over all edges.
 */
void metrics_some(Arena scratch, const Catalog *catalog, const uint32_t *symbols, size_t count,
                  SymbolMetrics *metrics);
