/* Risk of changing a function: a score from 0 to 100, the sum of capped components, so that each
   component can be shown and discussed. Scored are functions, methods, constructors and macros
   with parameters that have a body, except in tests. Everything else has score 0. */
#pragma once

#include "index/history/history.h"

typedef struct Risk {
    uint8_t score;
    /* Components; their sum is the score. */
    uint8_t size, churn, complexity, fan_in, effects, unguarded, exposure;
} Risk;

/* A file's context for scoring its symbols. */
typedef struct RiskOf {
    const Catalog *catalog;
    const CatalogFile *file;    /* with its entries */
    bool marks_exports;         /* the file marks some symbols as visible from other files */
    const FileHistory *history; /* NULL: unknown */
} RiskOf;

/* The context of a file, whose entries must be in memory. */
RiskOf risk_of_file(const Catalog *catalog, const CatalogFile *file);
/* The risk of one entry, from its file and its metrics. */
Risk risk_of(const RiskOf *of, uint32_t index, const SymbolMetrics *metrics);
