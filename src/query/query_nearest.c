/* Suggestions for a name that does not exist. Candidates are names that differ only in case and
   separators, results of a search, and names with typing errors. They are sorted by edit distance;
   the search's order decides among equals. */
#include "query/query_nearest.h"

#include "index/catalog/classify.h"
#include "query/query.h"
#include "search/handle.h"
#include "search/match_names.h"
#include "search/symbols.h"

#include <stdlib.h>

#define NEAREST_SHOWN 3
#define NEAREST_SEARCHED 40
/* Maximum number of names compared by edit distance. */
#define NEAREST_MAX 200
/* Longer names are not compared: they are not typing errors of each other. */
#define SPELLED_BYTES 64

typedef struct Near {
    uint32_t symbol;
    unsigned edits; /* edit distance without case and separators */
    unsigned
        owner_edits; /* the same of the owner; 1 for any owner where none was asked for by name */
    unsigned order;
    bool aside; /* in a test or in third-party code */
} Near;
typedef VEC(Near) NearVec;

typedef struct Spelled {
    char text[SPELLED_BYTES];
    size_t len;
} Spelled;

static Spelled squash(Str name)
{
    Spelled spelled = {0};
    for (size_t i = 0; i < name.len && spelled.len < SPELLED_BYTES; i++) {
        char c = name.ptr[i];
        if (c == '_' || c == '-' || c == '$' || c == ' ')
            continue;
        spelled.text[spelled.len++] = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
    }
    return spelled;
}

static unsigned edits_between(const Spelled *a, const Spelled *b)
{
    unsigned row[SPELLED_BYTES + 1], before, corner;
    for (size_t j = 0; j <= b->len; j++)
        row[j] = (unsigned)j;
    for (size_t i = 1; i <= a->len; i++) {
        corner = row[0];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= b->len; j++) {
            before = row[j];
            unsigned change = corner + (a->text[i - 1] != b->text[j - 1]);
            row[j] = MIN(change, MIN(row[j], row[j - 1]) + 1);
            corner = before;
        }
    }
    return row[b->len];
}

typedef struct Search {
    Catalog *catalog;
    Arena *arena;
    Spelled asked, owner;
    NearVec near;
} Search;

/* The innermost owner: `QuerySet` of `models.QuerySet.filter`; or empty. */
static Str owner_of(Str qualified)
{
    Str last = handle_last_part(qualified);
    size_t end = last.len ? (size_t)(last.ptr - qualified.ptr) : 0;
    while (end && strchr(".:#", qualified.ptr[end - 1]))
        end--;
    return handle_last_part(str_slice(qualified, 0, end));
}

static void add(Search *search, uint32_t symbol)
{
    const Catalog *catalog = search->catalog;
    const Entry *entry = catalog_entry(catalog, symbol);
    SymbolPlace place = catalog_place(catalog, symbol);
    if (search->near.len >= NEAREST_MAX || !place.index || entry->kind >= SYMBOL_SECTION)
        return;
    for (size_t i = 0; i < search->near.len; i++)
        if (search->near.ptr[i].symbol == symbol)
            return;
    const CatalogFile *file = &catalog->files.ptr[place.file];
    if (file->class == FILE_DOC || file->class == FILE_DATA)
        return;
    Spelled spelled = squash(catalog_name(catalog, entry->name));
    Arena scratch = *search->arena;
    Spelled owner = squash(owner_of(catalog_qualified_name(catalog, &scratch, symbol)));
    *VEC_PUSH(search->arena, &search->near) = (Near){
        .symbol = symbol,
        .edits = edits_between(&search->asked, &spelled),
        .order = (unsigned)search->near.len,
        .owner_edits = search->owner.len ? edits_between(&search->owner, &owner) : owner.len > 0,
        .aside = file->class != FILE_SOURCE || classify_is_foreign(file->path)};
}

static void add_named(Search *search, Str name)
{
    uint32_t id = name.len ? names_find(&search->catalog->names, name) : 0;
    IdSpan ids = id ? catalog_named(search->catalog, id) : (IdSpan){0};
    for (size_t i = 0; i < MIN(ids.len, (size_t)NEAREST_SEARCHED); i++)
        add(search, ids.ptr[i]);
}

/* Adds symbols with variants of the name: `urlFor`, `UrlFor` for url_for; `url_for` for urlFor; and
   for urlfor, url_for with a separator at each position. */
static void add_variants(Search *search, Str name)
{
    Buf snake = buf_open(search->arena, 0), camel = buf_open(search->arena, 0);
    bool up = false;
    for (size_t i = 0; i < name.len; i++) {
        char c = name.ptr[i];
        bool capital = c >= 'A' && c <= 'Z';
        char lower = capital ? (char)(c - 'A' + 'a') : c;
        if (capital && i && name.ptr[i - 1] != '_')
            buf_put_byte(&snake, '_');
        buf_put_byte(&snake, lower);
        if (c == '_' && i) {
            up = true;
            continue;
        }
        buf_put_byte(&camel, up && c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c);
        up = false;
    }
    add_named(search, buf_str(&snake));
    add_named(search, buf_str(&camel));
    add_named(search, str_lower(search->arena, name));
    if (camel.len && camel.ptr[0] >= 'a' && camel.ptr[0] <= 'z') {
        camel.ptr[0] = (char)(camel.ptr[0] - 'a' + 'A');
        add_named(search, buf_str(&camel));
    }
    for (size_t i = 1; i < MIN(name.len, (size_t)SPELLED_BYTES); i++)
        add_named(search, str_format(search->arena, "%.*s_%.*s", (int)i, name.ptr,
                                     (int)(name.len - i), name.ptr + i));
}

static void add_misspelled(Search *search, Str name)
{
    Matcher matcher = match_prepare(search->arena, name);
    NamesMatched matched = {0};
    match_names(&search->catalog->names, &(NamesQuery){.matcher = &matcher, .nearly = true},
                search->arena, &matched);
    for (size_t i = 0; i < MIN(matched.list.len, (size_t)NEAREST_MAX); i++) {
        IdSpan ids = catalog_named(search->catalog, matched.list.ptr[i].name);
        for (size_t k = 0; k < MIN(ids.len, (size_t)NEAREST_SHOWN); k++)
            add(search, ids.ptr[k]);
    }
}

static int compare(const void *a, const void *b)
{
    const Near *x = a, *y = b;
    if (x->edits != y->edits)
        return x->edits < y->edits ? -1 : 1;
    if (x->owner_edits != y->owner_edits)
        return x->owner_edits < y->owner_edits ? -1 : 1;
    if (x->aside != y->aside)
        return x->aside ? 1 : -1;
    return (x->order > y->order) - (x->order < y->order);
}

static void add_found(Search *search, Str text)
{
    SymbolQuery query = {.text = text, .limit = NEAREST_SEARCHED};
    SymbolHits hits = {0};
    Err ignored = {0};
    if (!text.len || !symbols_search(search->catalog, search->arena, &query, &hits, &ignored))
        return;
    for (size_t i = 0; i < hits.list.len; i++)
        add(search, hits.list.ptr[i].symbol);
}

Str query_nearest(SessionRequest *request, IndexSession *session, Str text)
{
    Str last = handle_last_part(text);
    Search search = {.catalog = session->catalog,
                     .arena = request->arena,
                     .asked = squash(last),
                     .owner = squash(owner_of(text))};
    if (!last.len)
        return (Str){0};
    add_variants(&search, last);
    add_found(&search, last);
    add_misspelled(&search, last);
    if (!search.near.len && last.len < text.len)
        add_found(&search, text);
    if (search.near.len)
        qsort(search.near.ptr, search.near.len, sizeof *search.near.ptr, compare);
    Buf list = buf_open(request->arena, ERR_HINT_BYTES / 2);
    for (size_t i = 0; i < MIN(search.near.len, (size_t)NEAREST_SHOWN); i++) {
        const Near *near = &search.near.ptr[i];
        if (near->edits > search.near.ptr[0].edits + search.asked.len / 2)
            break;
        Str place = query_place(session->catalog, request->arena, near->symbol);
        Str name = catalog_qualified_name(session->catalog, request->arena, near->symbol);
        buf_printf(&list, "%s%.*s (%.*s)", i ? ", " : "", STR_ARG(name), STR_ARG(place));
    }
    return buf_str(&list);
}
