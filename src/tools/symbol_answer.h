/* Everything about one symbol, in at most SYMBOL_ANSWER_BYTES without its source. */
#pragma once

#include "index/graph/modules.h"
#include "search/reach.h"
#include "search/usage.h"
#include "tools/query.h"

#define SYMBOL_ANSWER_BYTES 1400 /* 350 tokens */
/* Of these for what else its name could mean. */
#define SYMBOL_OTHERS_BYTES 250
/* Callers, calls and members that are listed; the rest is counted. Fewer are when the answer would
   be longer than SYMBOL_ANSWER_BYTES. */
#define SYMBOL_EDGES_LISTED 8
/* Symbols in one answer. */
#define SYMBOLS_ANSWERED_MAX 20

typedef struct SymbolDetail {
    uint32_t symbol;
    Str hash;
    Outline outline;      /* of its file */
    const Symbol *parsed; /* NULL for the file itself, or when the facts are gone */
    Str module;
    EdgeVec out, in; /* symbol_edge_shown; of `in` no more than are listed, and perhaps some */
    size_t in_total;
    size_t in_doubt; /* symbols that may call it, or another of its name; 0 where `in` is cut */
    Usage usage;     /* of what has members or is mentioned; else callers and ambiguous alone */
    IdVec joined; /* its declarations, and what else it stands for (index/catalog/counterparts.h) */
    IdVec parts;  /* where a type that is declared in parts goes on (search/parts.h) */
    IdVec bases;  /* methods that it stands in for (search/override.h) */
    IdVec derived; /* those that stand in for it */
    bool reaches;  /* whether `reach` was looked for */
    Reach reach;   /* effects through others */
    Str source;    /* with lines before and after, or empty */
    uint32_t source_line;
    size_t beside; /* bytes of the answer that are not about it: notes */
} SymbolDetail;

/* `context`: lines of source around it; negative: no source. */
bool symbol_detail(ToolCall *call, IndexSession *session, uint32_t symbol, int64_t context,
                   SymbolDetail *detail, Err *err) MUST_USE;
void symbol_put_text(Buf *out, ToolCall *call, const Catalog *catalog, const SymbolDetail *detail);
/* `format`: in which it is not to be longer. */
Json *symbol_value(Arena *arena, Arena scratch, const Catalog *catalog, const SymbolDetail *detail,
                   ViewFormat format);
/* Calls, uses and bases are shown, not mere mentions of types; callers only where it is sure. */
bool symbol_edge_shown(const Edge *edge, bool incoming);

/* Answers about one symbol or several. */
typedef struct SymbolsQuestion {
    Str names;       /* what a user calls each (query_symbol), one a line */
    bool several;    /* a list also when it is one; what is not found is said in its place */
    int64_t context; /* as of symbol_detail */
} SymbolsQuestion;
bool symbols_answer(ToolCall *call, const SymbolsQuestion *question, Err *err) MUST_USE;

/* How many lines of comment stand directly above a line of the text. */
uint64_t symbol_comment_lines(Str text, uint64_t line);

/* Lines of a file of the repository, as they are now. */
typedef struct SourceLines {
    Str path;
    uint64_t first, last; /* both are shown */
    uint32_t symbol;      /* shown alone where its lines hold much else; 0: lines are meant */
} SourceLines;
/* With so many lines before and after; *lines becomes those that are there. ERR_NOT_FOUND when the
   file has not the first of them. */
bool symbol_source(ToolCall *call, const IndexSession *session, uint64_t context,
                   SourceLines *lines, Str *source, Err *err) MUST_USE;
