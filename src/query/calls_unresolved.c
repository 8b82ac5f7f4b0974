#include "query/calls_unresolved.h"

#include "index/resolve/resolve.h"
#include "lang/registry.h"
#include "query/foreign_base.h"
#include "search/usage.h"

/* ---- operators ---- */

static Str listed(Str rows, Str wanted)
{
    Str name, sign;
    while (str_take_until(&rows, ' ', &name) && str_take_until(&rows, ' ', &sign))
        if (str_equal(name, wanted))
            return sign;
    return (Str){0};
}

/* The sign of an operator function of C++ or C#: `+` of `operator+`, the suffix of a literal's;
   empty for `operator bool`. */
static Str written(Str name)
{
    Str rest = str_trim(str_from_offset(name, str_starts(name, STR("operator")) ? 8 : 0));
    if (str_starts(rest, STR("\"\""))) // of a literal: `_km` of `operator""_km`
        return str_trim(str_from_offset(rest, 2));
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

Str calls_protocol(const Language *language, const Entry *entry, Str name)
{
    const char *protocols = lang_facts(language)->protocols;
    bool member = entry->parent || entry->kind == SYMBOL_METHOD || lang_is_c(language);
    bool called = is_function((SymbolKind)entry->kind) || entry->kind == SYMBOL_PROPERTY;
    return protocols && member && called ? listed(str_from(protocols), name) : (Str){0};
}

Str calls_protocol_text(Arena *arena, Str sign)
{
    return str_format(arena,
                      "calls by the language or its library without the name (%.*s) are not "
                      "followed",
                      STR_ARG(sign));
}

/* ---- lines ---- */

/* Maximum number of symbols of one name for which the call sites of the other symbols are
   counted. */
#define NAMESAKES_MAX 16

bool calls_have_few(const Catalog *catalog, uint32_t symbol)
{
    IdSpan named = catalog_named((Catalog *)catalog, catalog_entry(catalog, symbol)->name);
    return named.len <= NAMESAKES_MAX;
}

static uint64_t count_others(const SessionRequest *request, const Catalog *catalog, uint32_t symbol)
{
    IdSpan named = catalog_named((Catalog *)catalog, catalog_entry(catalog, symbol)->name);
    uint64_t sites = 0;
    for (size_t i = 0; i < named.len && named.len <= NAMESAKES_MAX; i++) {
        Usage usage = usage_of(catalog, *request->scratch, named.ptr[i], false, NULL);
        bool own = named.ptr[i] == symbol || usage.ambiguous; // these count for several
        sites += own ? 0 : usage.sites;
    }
    return sites;
}

/* Where text has no more of the name, code may still build it, or know it by another. */
static Str with_built(SessionRequest *request, const IndexSession *session, const MentionRest *rest,
                      Str text)
{
    const Str parts[] = {mentions_built_text(request, session, rest), text,
                         mentions_registered_text(request, session, rest)};
    Buf out = buf_open(request->arena, 0);
    for (size_t i = 0; i < COUNT(parts); i++)
        if (parts[i].len)
            buf_printf(&out, "%s%.*s", out.len ? "; " : "", STR_ARG(parts[i]));
    return buf_str(&out);
}

/* Whether the answer is whole as it is. */
static bool is_settled(const CallsSeen *seen, const MentionRest *rest)
{
    return seen->whole && !rest->total && !rest->all->missed;
}

static Str sentence(SessionRequest *request, const IndexSession *session, const CallsSeen *seen,
                    const MentionRest *rest, const MentionKnown *known)
{
    if (is_settled(seen, rest))
        return with_built(request, session, rest, (Str){0});
    if (!rest->total && seen->any) // calls by another name are not such lines
        return with_built(request, session, rest,
                          str_format(request->arena,
                                     "calls through values of unknown type are not seen: %.*s",
                                     STR_ARG(rest->call)));
    if (!rest->total && known->sites && !rest->all->missed)
        return with_built(
            request, session, rest,
            str_format(request->arena,
                       "all other lines of the %u text files that have the word %.*s mean "
                       "others of its name",
                       rest->all->searched, STR_ARG(rest->all->word)));
    return mentions_sentence(request, session, rest, known);
}

/* Whether its signature has a word of conversions, which are called where their type is needed. */
static bool converts(Arena *arena, const Catalog *catalog, uint32_t symbol)
{
    Outline outline;
    Err ignored = {0};
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *file = catalog_row(catalog, place.file);
    const char *words = lang_facts(file->language)->conversions;
    if (!words || !is_function((SymbolKind)file->entries[place.index].kind) ||
        !catalog_outline(catalog, arena, place.file, false, &outline, &ignored) ||
        place.index > outline.symbols.len)
        return false;
    Str signature = outline.symbols.ptr[place.index - 1].signature, word;
    signature = str_slice(signature, 0, str_find_byte(signature, '('));
    bool found = false;
    while (!found && str_take_until(&signature, ' ', &word))
        found = word.len && str_is_listed(word, words);
    return found;
}

/* Calls that do not write the name. */
static Str unwritten(Arena *arena, const Catalog *catalog, uint32_t symbol)
{
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *file = catalog_row(catalog, place.file);
    const Entry *entry = &file->entries[place.index];
    Str protocol = calls_protocol(file->language, entry, catalog_name(catalog, entry->name));
    if (protocol.len)
        return calls_protocol_text(arena, protocol);
    return converts(arena, catalog, symbol)
               ? STR("conversions that do not name it are not followed")
               : (Str){0};
}

/* Calls by a base that is not of the repository. */
static Str called_outside(Arena *arena, const Catalog *catalog, uint32_t symbol)
{
    Str base = foreign_base_of(catalog, arena, symbol);
    return base.len
               ? str_format(arena,
                            "%.*s, a base of its type, is of another repository and may call it",
                            STR_ARG(str_slice(base, 0, PATH_SHOWN_BYTES)))
               : base;
}

/* Adds what calls the symbol without its name; bases of another repository unless callers are known
   (`any`). */
static Str with_unwritten(Arena *arena, const Catalog *catalog, uint32_t symbol, bool any, Str text)
{
    const Str parts[] = {text, unwritten(arena, catalog, symbol),
                         any ? (Str){0} : called_outside(arena, catalog, symbol)};
    Buf out = buf_open(arena, 0);
    for (size_t i = 0; i < COUNT(parts); i++)
        if (parts[i].len)
            buf_printf(&out, "%s%.*s", out.len ? "; " : "", STR_ARG(parts[i]));
    return buf_str(&out);
}

Str calls_unresolved(SessionRequest *request, IndexSession *session, uint32_t symbol,
                     const CallsSeen *seen, Json **named)
{
    const Catalog *catalog = session->catalog;
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *file = catalog_row(catalog, place.file);
    const Entry *entry = &file->entries[place.index];
    Str name = catalog_name(catalog, entry->name);
    Str sign = calls_operator(file->language, entry, name);
    if (sign.len)
        return str_format(request->arena, "places that write it as %.*s may be missing",
                          STR_ARG(sign));
    bool apart = seen->elsewhere || resolve_is_strict(file->language);
    uint64_t others = apart ? count_others(request, catalog, symbol) : 0;
    MentionKnown known = {.sites = seen->sites + others - MIN(seen->shared, others),
                          .any = seen->any,
                          .through = is_function((SymbolKind)entry->kind),
                          .no_tests = seen->any && !seen->tests && file->class != FILE_TEST};
    MentionRest rest = mentions_rest(request, session, symbol, &known);
    if (named)
        *named = mentions_value(request->arena, session, &rest);
    return with_unwritten(request->arena, catalog, symbol, seen->any,
                          sentence(request, session, seen, &rest, &known));
}
