/* Pseudo-random numbers, the same in every run. */
#pragma once

#include "base/base.h"

typedef struct Random {
    uint32_t state;
} Random;

/* A linear congruential generator (Numerical Recipes); its low bits are poor. 0 for `below` 0. */
static inline uint32_t random_below(Random *random, uint32_t n)
{
    random->state = random->state * 1664525u + 1013904223u;
    return n ? (random->state >> 8) % n : 0;
}
