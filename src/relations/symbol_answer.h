/* Everything about one symbol, in at most SYMBOL_ANSWER_BYTES in addition to its source. */
#pragma once

#include "index/graph/modules.h"
#include "query/query.h"
#include "search/reach.h"
#include "search/usage.h"

#define SYMBOL_ANSWER_BYTES 1400 /* 350 tokens */
/* The part of these for other meanings of its name. */
#define SYMBOL_OTHERS_BYTES 250
/* The most callers, calls and members that are listed; the rest is counted. Fewer are listed if the
   answer would be longer than SYMBOL_ANSWER_BYTES. */
#define SYMBOL_EDGES_LISTED 8
/* The most symbols in one answer. */
#define SYMBOLS_ANSWERED_MAX 20

typedef struct SymbolDetail {
    uint32_t symbol;
    IdVec alike; /* further declarations of its name in its file, whose callers are its own */
    Str hash;
    Outline outline;      /* of its file */
    const Symbol *parsed; /* NULL for the file itself, or if its facts are missing */
    Str module;
    EdgeVec out, in; /* by symbol_edge_shown; `in` has little more than is listed */
    size_t in_total;
    size_t in_doubt; /* symbols that call it or another of its name; 0 if `in` is cut */
    Str not_looked;  /* why users that have no edges were not looked for (relations/found_uses.h) */
    Usage usage;     /* complete for symbols with members or mentions; else callers only */
    IdVec joined; /* its declarations, and what else it stands for (index/catalog/counterparts.h) */
    IdVec parts;  /* the other parts of a type that is declared in parts (search/parts.h) */
    IdVec bases;  /* methods that it overrides (search/override.h) */
    IdVec derived; /* methods that override it */
    bool reaches;  /* `reach` is set */
    Reach reach;   /* effects through callees */
    Str source;    /* with lines before and after, or empty */
    uint32_t source_line;
    Str denial;  /* what makes `callers: 0` true (query/mentions.h), what a higher number does not
                    count (query/beyond.h), or empty */
    Json *named; /* the same as a value, or NULL */
    Json *not_counted; /* likewise */
    size_t beside;     /* bytes of the answer that notes take */
} SymbolDetail;

/* `context`: lines of source around it; negative: no source. The caller sets detail->alike. */
bool symbol_detail(SessionRequest *request, IndexSession *session, uint32_t symbol, int64_t context,
                   SymbolDetail *detail, Err *err) MUST_USE;
void symbol_put_text(Buf *out, SessionRequest *request, const Catalog *catalog,
                     const SymbolDetail *detail);
/* `format`: the one that the limit of bytes applies to. */
Json *symbol_value(Arena *arena, Arena scratch, const Catalog *catalog, const SymbolDetail *detail,
                   ViewFormat format);
/* Whether an edge is shown: calls, uses and bases are, mere mentions of types are not. Incoming
   ones only if they are certain. */
bool symbol_edge_shown(const Edge *edge, bool incoming);

/* Answers about one symbol or several. */
typedef struct SymbolsQuestion {
    Str names;       /* one a line, for query_symbol */
    bool several;    /* answers with a list even for one; errors are items of it */
    int64_t context; /* as of symbol_detail */
} SymbolsQuestion;
bool symbols_answer(SessionRequest *request, const SymbolsQuestion *question, Err *err) MUST_USE;

/* Counts the lines of comment directly above a line of the text. */
uint64_t symbol_comment_lines(Str text, uint64_t line);

/* Lines of a file in the work tree. */
typedef struct SourceLines {
    Str path;
    uint64_t first, last; /* inclusive */
    uint32_t symbol;      /* shown alone if its lines contain much else; 0: none */
} SourceLines;
/* Reads the lines, with `context` lines before and after. *lines is set to those that exist.
   ERR_NOT_FOUND when the first does not. */
bool symbol_source(SessionRequest *request, const IndexSession *session, uint64_t context,
                   SourceLines *lines, Str *source, Err *err) MUST_USE;
