/* The figures of symbols: `3 callers · 2 tests · risk: low`. Only for symbols of files whose calls
   are followed. */
#pragma once

#include "lsp/lsp_reader.h"

typedef struct LspFigures {
    uint32_t in_code, in_tests; /* callers */
    uint32_t unsure;            /* symbols that may call it */
    uint32_t last;              /* the caller that was counted last, + 1 */
} LspFigures;

/* Counts for several symbols in one pass over the edges. */
LspFigures *lsp_figures_of(LspReader *reader, const uint32_t *symbols, size_t count_of);
void lsp_figures_put(LspReader *reader, Buf *out, uint32_t symbol, const LspFigures *figures);
