/* How dangerous a change of a function is: a score of 0 to 100 with its parts. A sum of capped
   parts, so that each can be shown and argued with. Only what has a body to go wrong is scored:
   functions, methods, constructors, macros with parameters, and not in tests. */
#pragma once

#include "index/history/history.h"

typedef struct Risk {
    uint8_t score;
    /* Parts; their sum is the score, at most 100. */
    uint8_t size, churn, complexity, fan_in, effects, unguarded, exposure;
} Risk;

typedef struct RiskOf {
    const Catalog *catalog;
    const CatalogFile *file;    /* with its entries */
    bool marks_exports;         /* it says of some symbols that they may be named from elsewhere */
    const FileHistory *history; /* NULL: nothing is known of it */
} RiskOf;

RiskOf risk_of_file(const Catalog *catalog, const CatalogFile *file);
Risk risk_of(const RiskOf *of, uint32_t index, const SymbolMetrics *metrics);
