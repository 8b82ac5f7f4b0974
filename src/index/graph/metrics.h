/* Symbol metrics of the whole graph: fan-in, PageRank, direct effects and risk (SymbolMetrics).
   They are a function of entries, edges and history. All sums are of integers, so the order of
   files does not matter, and an updated index equals a rebuilt one.

   Use: metric_sums_open, metric_sums_add for every file (or metric_sums_add_all), metric_sums_sum,
   metric_sums_set for every file. */
#pragma once

#include "index/catalog/catalog.h"

typedef struct MetricSums MetricSums;

/* Until metric_sums_close the catalog may only change its links. It must be numbered. */
MetricSums *metric_sums_open(Catalog *catalog);
void metric_sums_close(MetricSums **sums); /* works as SCOPED(metric_sums_close) */
/* Adds the edges that start in a file. Must be called for all files in the order of their ids. The
   file's edges are not needed afterwards. */
void metric_sums_add(MetricSums *sums, uint32_t id);
/* Adds all files, if all are in memory; on two threads if they are many. */
void metric_sums_add_all(MetricSums *sums);
/* Computes the sums, after all files were added. */
void metric_sums_sum(MetricSums *sums);
/* Sets the metrics of a file's symbols, after metric_sums_sum. */
void metric_sums_set(MetricSums *sums, uint32_t id);

/* The direct effects of each entry of a file, from its calls out of the repository. */
void metrics_effects(Arena scratch, const Catalog *catalog, uint32_t id, uint8_t *effects);
/* Metrics of some symbols from the present edges, for use where computing all would take too long.
   One pass over all edges; the rank is 0. Each symbol must occur once, and symbols of a file must
   be adjacent. */
void metrics_some(Arena scratch, const Catalog *catalog, const uint32_t *symbols, size_t count,
                  SymbolMetrics *metrics);
