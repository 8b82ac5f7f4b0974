/* How dangerous a change of a function is: a score of 0 to 100 with its parts. A sum of capped
   parts, so that each can be shown and argued with. Only what has a body to go wrong is scored:
   functions, methods, constructors, macros with parameters, and not in tests. */
#pragma once

#include "index/catalog/catalog.h"

/* Levels: low below the first, medium below the second, else high. */
#define RISK_MEDIUM 30
#define RISK_HIGH 60

typedef struct Risk {
    uint8_t score;
    /* Parts; their sum is the score, at most 100. */
    uint8_t complexity, size, fan_in, effects, unguarded, exposure;
} Risk;

Risk risk_of(const CatalogFile *file, uint32_t index, const Standing *standing);
/* `low`, `medium` or `high`. */
Str risk_level(uint8_t score);
