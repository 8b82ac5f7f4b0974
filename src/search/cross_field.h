/* Symbols in whose name, containers and path the words of a query are spread: `kubelet sync pod` or
   `Kubelet.syncPod` finds the method syncPod of Kubelet, `volume reconcile` the function reconcile
   in volumemanager/. For queries that no name matches by itself. */
#pragma once

#include "index/catalog/catalog.h"

#define CROSS_FIELD_WORDS_MAX 8
#define SPREAD_FARTHEST (3 * CROSS_FIELD_WORDS_MAX + 2)

typedef struct CrossFieldHit {
    uint32_t symbol;  /* dense id */
    bool qualified;   /* the name is words of the query, and the others stand in what contains it */
    uint8_t distance; /* for each word: 0 in its own name, 1 in what contains it, 2 in the path or
                         the package, 3 nowhere; and 2 if the name is not just its words */
} CrossFieldHit;
typedef VEC(CrossFieldHit) CrossFieldHitVec;

/* Each word stands in one of these places, one at least in the symbol's own name; or all stand in
   the path, then the file is meant. By dense ids. None for wildcards and more than
   CROSS_FIELD_WORDS_MAX words. `partly`: words that only join others (`the`, `for`) are left out,
   and all but two others may stand nowhere, which is farther than in the path. */
void cross_field_find(Catalog *catalog, Arena *arena, Str query, bool partly,
                      CrossFieldHitVec *hits);
