/* Everything about one symbol, in at most SYMBOL_ANSWER_BYTES without its source. */
#pragma once

#include "index/modules.h"
#include "tools/query.h"

#define SYMBOL_ANSWER_BYTES 1400 /* 350 tokens */

typedef struct SymbolDetail {
    uint32_t symbol;
    Outline outline;      /* of its file */
    const Symbol *parsed; /* NULL for the file itself, or when the facts are gone */
    Str module;
    EdgeVec out, in; /* calls, uses and bases; not mere mentions of types */
    Str source;      /* with lines before and after, or empty */
    uint32_t source_line;
} SymbolDetail;

/* `context`: lines of source around it; negative: no source. */
bool symbol_detail(ToolCall *call, IndexSession *session, uint32_t symbol, int64_t context,
                   SymbolDetail *detail, Err *err) MUST_USE;
void symbol_put_text(Buf *out, ToolCall *call, const Catalog *catalog, const SymbolDetail *detail);
Json *symbol_value(ToolCall *call, const Catalog *catalog, const SymbolDetail *detail);

/* Lines of a file of the repository, as they are now. */
typedef struct SourceLines {
    Str path;
    uint64_t first, last; /* both are shown */
} SourceLines;
bool symbol_source(ToolCall *call, const IndexSession *session, const SourceLines *lines,
                   Str *source, Err *err) MUST_USE;
