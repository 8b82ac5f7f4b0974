#include "tools/calls_unresolved.h"

#include "base/shell.h"
#include "index/resolve/resolve.h"
#include "lang/registry.h"
#include "search/usage.h"
#include "tools/text_mentions.h"

/* ---- operators ---- */

static Str listed(Str rows, Str wanted)
{
    Str name, sign;
    while (str_take_until(&rows, ' ', &name) && str_take_until(&rows, ' ', &sign))
        if (str_equal(name, wanted))
            return sign;
    return (Str){0};
}

/* The sign of an operator function of C++ or C#: `+` of `operator+`; empty for `operator bool`. */
static Str written(Str name)
{
    Str rest = str_trim(str_from_offset(name, str_starts(name, STR("operator")) ? 8 : 0));
    bool sign = rest.len && !byte_is_word(rest.ptr[0]) && rest.ptr[0] != '"' && rest.ptr[0] != '(';
    return sign || str_equal(rest, STR("()")) ? rest : (Str){0};
}

static bool is_function(SymbolKind kind)
{
    return kind == SYMBOL_FUNCTION || kind == SYMBOL_METHOD;
}

Str calls_operator(const Language *language, const Entry *entry, Str name)
{
    if (!language || !is_function((SymbolKind)entry->kind))
        return (Str){0};
    const char *operators = lang_facts(language)->operators;
    return operators ? listed(str_from(operators), name) : written(name);
}

/* ---- lines ---- */

/* Number of symbols of that name declared in source files, and with `tests` in test files: each
   takes a line that names it. */
static uint64_t count_declared(const Catalog *catalog, uint32_t symbol, bool tests)
{
    IdSpan named = catalog_named((Catalog *)catalog, catalog_entry(catalog, symbol)->name);
    uint64_t count = 0;
    for (size_t i = 0; i < named.len; i++) {
        FileClass class = catalog->files.ptr[catalog_place(catalog, named.ptr[i]).file].class;
        count += class == FILE_SOURCE || class == FILE_GENERATED || class == FILE_VENDORED ||
                 (tests && class == FILE_TEST);
    }
    return count;
}

static Str lines_unseen(ToolCall *call, const CallsSeen *seen, const TextMentions *named,
                        uint64_t rest, bool others)
{
    Arena *arena = call->arena;
    if (seen->whole && (!named->looked || !rest))
        return (Str){0};
    if (!named->looked || (!rest && seen->any)) // calls by another name are not such lines
        return str_format(arena, "calls through values%s are not seen: %.*s",
                          seen->any ? " of unknown type" : "", STR_ARG(named->call));
    if (!rest)
        return others ? STR("the other lines of code that name it mean others of its name")
                      : STR("no other line of code names it");
    return str_format(arena, "%llu other %s%s of code or comment name%s it%s: %.*s",
                      (unsigned long long)rest, named->further ? "place" : "line",
                      rest == 1 ? "" : "s", rest == 1 ? "s" : "",
                      seen->any ? ", which may be calls through values of unknown type"
                                : ", which may be calls through values",
                      STR_ARG(named->call));
}

/* Maximum number of symbols of one name for which the call sites of the other symbols are
   counted. */
#define NAMESAKES_MAX 16

bool calls_have_few(const Catalog *catalog, uint32_t symbol)
{
    IdSpan named = catalog_named((Catalog *)catalog, catalog_entry(catalog, symbol)->name);
    return named.len <= NAMESAKES_MAX;
}

static uint64_t count_others(const ToolCall *call, const Catalog *catalog, uint32_t symbol)
{
    IdSpan named = catalog_named((Catalog *)catalog, catalog_entry(catalog, symbol)->name);
    uint64_t sites = 0;
    for (size_t i = 0; i < named.len && named.len <= NAMESAKES_MAX; i++) {
        Usage usage = usage_of(catalog, *call->scratch, named.ptr[i], false, NULL);
        bool own = named.ptr[i] == symbol || usage.ambiguous; // these count for several
        sites += own ? 0 : usage.sites;
    }
    return sites;
}

Str calls_unresolved(ToolCall *call, const IndexSession *session, uint32_t symbol,
                     const CallsSeen *seen)
{
    const Catalog *catalog = session->catalog;
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *file = catalog_row(catalog, place.file);
    const Entry *entry = &file->entries[place.index];
    Str name = catalog_name(catalog, entry->name);
    bool tests = seen->tests || file->class == FILE_TEST;
    Str sign = calls_operator(file->language, entry, name);
    if (sign.len)
        return str_format(call->arena, "where it is written as %.*s is not followed",
                          STR_ARG(sign));
    TextMentions named =
        text_mentions(call, session, tests ? NAMED_IN_ALL_CODE : NAMED_IN_CODE, name);
    bool apart = seen->elsewhere || resolve_is_strict(file->language);
    uint64_t others = apart ? count_others(call, catalog, symbol) : 0;
    uint64_t known = count_declared(catalog, symbol, tests) + seen->sites + others;
    uint64_t all = named.hits + named.further;
    return lines_unseen(call, seen, &named, all - MIN(known, all), others);
}
