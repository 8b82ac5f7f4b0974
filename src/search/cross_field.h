/* Cross-field matching: finds symbols whose name, containers and path together contain the words of
   a query. `kubelet sync pod` and `Kubelet.syncPod` find the method syncPod of Kubelet; `volume
   reconcile` finds the function reconcile in volumemanager/. Used when no single name matches the
   query. */
#pragma once

#include "index/catalog/catalog.h"

/* A query of more words is a question, which `fovea search` answers. */
#define CROSS_FIELD_WORDS_MAX 8
#define CROSS_FIELD_FARTHEST (3 * CROSS_FIELD_WORDS_MAX + 2)

typedef struct CrossFieldHit {
    uint32_t symbol; /* dense id */
    bool qualified;  /* the name consists of words of the query, and its containers have the rest */
    uint8_t distance; /* sum over the words: 0 in its own name, 1 in a container, 2 in path or
                         package, 3 nowhere; plus 2 if the name has more than its words */
} CrossFieldHit;
typedef VEC(CrossFieldHit) CrossFieldHitVec;

/* Appends symbols for which every word is found in one of these places and at least one in the
   symbol's own name. If the path has all words, the file is a hit. In the order of dense ids. No
   hits for wildcards or more than CROSS_FIELD_WORDS_MAX words. `partly`: joining words (`the`,
   `for`) are ignored, and only two of the words must be found. */
void cross_field_find(Catalog *catalog, Arena *arena, Str query, bool partly,
                      CrossFieldHitVec *hits);
