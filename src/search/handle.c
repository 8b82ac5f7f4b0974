/* Tries the forms of a handle from the most to the least specific; the first with a match decides.
   Candidates are ordered: definitions before declarations, code before tests, own code before
   third-party code, then by rank. */
#include "search/handle.h"

#include "base/id_map.h"
#include "base/path.h"
#include "index/catalog/classify.h"
#include "index/catalog/counterparts.h"
#include "index/catalog/merged.h"
#include "search/handle_disambiguate.h"
#include "search/handle_hash.h"
#include "search/match_names.h"
#include "search/parts.h"
#include "text/address.h"

#include <stdlib.h>
#include <string.h>

/* Above these numbers of candidates, parts of one type are not merged; blocks that add to a type
   are cheaper to compare. */
#define PARTS_COMPARED_MAX 64
#define BLOCKS_COMPARED_MAX 2000

/* ---- order ---- */

static uint64_t order_of(const Catalog *catalog, uint32_t symbol)
{
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *file = catalog_row(catalog, place.file);
    const Entry *entry = &file->entries[place.index];
    bool one_line = entry->start_line == entry->end_line,
         declared = counterpart_announces(catalog, symbol);
    bool foreign = classify_is_foreign(file->path);
    uint64_t rank = file->metrics ? file->metrics[place.index].rank : 0;
    return (uint64_t)declared << 40 | (uint64_t)file->class << 32 | (uint64_t)foreign << 25 |
           (uint64_t)one_line << 24 | (UINT16_MAX - rank);
}

static int compare_candidates(const void *a, const void *b)
{
    const Candidate *x = a, *y = b;
    if (x->order != y->order)
        return x->order < y->order ? -1 : 1;
    if (x->file != y->file)
        return x->file < y->file ? -1 : 1;
    return (x->symbol > y->symbol) - (x->symbol < y->symbol);
}

static void add(const Catalog *catalog, Arena *arena, uint32_t symbol, CandidateVec *found)
{
    *VEC_PUSH(arena, found) =
        (Candidate){order_of(catalog, symbol), catalog_place(catalog, symbol).file, symbol};
}

typedef struct Finding {
    const Catalog *catalog;
    Arena *arena;
    CandidateVec *found;
} Finding;

static void add_found(void *context, uint32_t symbol)
{
    const Finding *finding = context;
    add(finding->catalog, finding->arena, symbol, finding->found);
}

/* ---- by path, line or file ---- */

static uint32_t file_of(Catalog *catalog, Str path)
{
    return catalog_find_listed(catalog, str_from_offset(path, str_starts(path, STR("./")) ? 2 : 0));
}

/* Whether it is data in the line in which its type begins: `record Point(int X, int Y)`. Such a
   line means the type. */
static bool is_in_head(const CatalogFile *file, uint32_t index)
{
    const Entry *entry = &file->entries[index], *around = &file->entries[entry->parent];
    bool data = entry->kind == SYMBOL_FIELD || entry->kind == SYMBOL_PROPERTY;
    return data && entry->parent && symbol_is_type((SymbolKind)around->kind) &&
           entry->start_line == around->start_line;
}

/* Finds the innermost symbol around a line. */
static void by_line(Catalog *catalog, Arena *arena, Str text, CandidateVec *found)
{
    size_t colon = str_find_last_byte(text, ':');
    uint64_t line;
    if (colon == STR_NONE)
        return;
    Str digits = str_from_offset(text, colon + 1);
    size_t dash = str_find_byte(digits, '-');
    if (!str_parse_u64(str_slice(digits, 0, dash), &line))
        return;
    Str path = str_slice(text, 0, colon);
    uint32_t id = file_of(catalog, path);
    size_t outer = str_find_last_byte(path, ':');
    if (id == FILE_NOWHERE && outer != STR_NONE && /* :LINE:COLUMN */
        str_parse_u64(str_from_offset(path, outer + 1), &line))
        id = file_of(catalog, str_slice(path, 0, outer));
    if (id == FILE_NOWHERE)
        return;
    const CatalogFile *file = catalog_row(catalog, id);
    uint32_t best = 0;
    if (line > file->lines && file->lines)
        return;
    for (uint32_t i = 1; i < file->count; i++)
        if (file->entries[i].start_line <= line && line <= file->entries[i].end_line &&
            !is_in_head(file, i))
            best = i;
    if (file->count)
        add(catalog, arena, file->first + best, found);
}

static bool is_separator(char c)
{
    return c && strchr(".:#\\", c);
}

/* Whether `name` is a suffix of `qualified` with all separators treated alike: people write
   `Class.method` for every language, and Ruby's `Class#method`. */
static bool ends_loosely(Str qualified, Str name, size_t *before)
{
    size_t q = qualified.len, n = name.len;
    while (n) {
        bool parted = is_separator(name.ptr[n - 1]);
        if (!q || (parted ? !is_separator(qualified.ptr[q - 1])
                          : qualified.ptr[q - 1] != name.ptr[n - 1]))
            return false;
        do {
            n--;
        } while (parted && n && is_separator(name.ptr[n - 1]));
        do {
            q--;
        } while (parted && q && is_separator(qualified.ptr[q - 1]));
    }
    *before = q;
    return true;
}

/* Whether `name` is the qualified name or a suffix of it at a word boundary. */
static bool names_symbol(const Catalog *catalog, Arena scratch, uint32_t symbol, Str name,
                         bool loosely)
{
    Str qualified = catalog_qualified_name(catalog, &scratch, symbol);
    size_t before = qualified.len - MIN(name.len, qualified.len);
    Str end = str_from_offset(qualified, before);
    uint32_t file = catalog_place(catalog, symbol).file;
    bool folded = lang_folds_case(catalog->files.ptr[file].language);
    bool same = folded ? str_equal_nocase(end, name) : str_equal(end, name);
    if (loosely ? !ends_loosely(qualified, name, &before) : !same)
        return false;
    return !before || !byte_is_word(qualified.ptr[before - 1]);
}

uint32_t handle_file(Catalog *catalog, Str text, Str *name)
{
    size_t cut = text.len;
    for (int i = 0; i < ADDRESS_CUTS_MAX && (cut = address_cut(text, cut)) != STR_NONE; i++) {
        uint32_t file = file_of(catalog, str_slice(text, 0, cut));
        *name = str_from_offset(text, cut + 2);
        if (file != FILE_NOWHERE)
            return file;
    }
    return FILE_NOWHERE;
}

/* Prefers candidates whose qualified name is exactly that: `Open`, not `Door.Open`. */
static void keep_whole(const Catalog *catalog, Arena scratch, Str name, CandidateVec *found)
{
    size_t kept = 0;
    for (size_t i = 0; i < found->len; i++) {
        Arena one = scratch;
        if (str_equal(catalog_qualified_name(catalog, &one, found->ptr[i].symbol), name))
            found->ptr[kept++] = found->ptr[i];
    }
    found->len = kept ? kept : found->len;
}

static void in_file(Catalog *catalog, Arena *arena, Str text, CandidateVec *found)
{
    Str name;
    uint32_t id = handle_file(catalog, text, &name);
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    if (id == FILE_NOWHERE)
        return;
    const CatalogFile *file = &catalog->files.ptr[id];
    for (int loosely = 0; loosely < 2 && !found->len; loosely++)
        for (uint32_t i = 1; i < file->count; i++)
            if (names_symbol(catalog, scratch, file->first + i, name, loosely))
                add(catalog, arena, file->first + i, found);
    keep_whole(catalog, scratch, name, found);
}

/* Tries a file, a symbol in it, or a line. */
static void by_place(Catalog *catalog, Arena *arena, Str text, CandidateVec *found)
{
    uint32_t file = file_of(catalog, text);
    if (file != FILE_NOWHERE)
        add(catalog, arena, catalog->files.ptr[file].first, found);
    if (!found->len)
        in_file(catalog, arena, text, found);
    if (!found->len)
        by_line(catalog, arena, text, found);
}

/* ---- by name ---- */

Str handle_last_part(Str text)
{
    if (str_ends(text, STR("()")))
        text = str_slice(text, 0, text.len - 2);
    size_t digits = text.len;
    while (digits && byte_is_digit(text.ptr[digits - 1]))
        digits--;
    if (digits > 1 && digits < text.len && text.ptr[digits - 1] == '/')
        text = str_slice(text, 0, digits - 1);
    size_t start = text.len;
    while (start && !is_separator(text.ptr[start - 1]))
        start--;
    return str_from_offset(text, start);
}

/* `last` is the last part of the name. It may contain any bytes (`skip?`, `operator==`). */
static void by_parts(Catalog *catalog, Arena *arena, Str text, Str last, CandidateVec *found)
{
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    uint32_t name = last.len ? names_find(&catalog->names, last) : 0;
    IdSpan ids = name ? catalog_named(catalog, name) : (IdSpan){0};
    text = str_slice(text, 0, (size_t)(last.ptr - text.ptr) + last.len);
    for (int loosely = 0; loosely < 2 && !found->len; loosely++)
        for (size_t i = 0; i < ids.len; i++)
            if (names_symbol(catalog, scratch, ids.ptr[i], text, loosely))
                add(catalog, arena, ids.ptr[i], found);
}

static size_t last_boundary(Str text)
{
    size_t i = text.len;
    while (i && byte_is_word(text.ptr[i - 1]))
        i--;
    return i;
}

/* Finds a name, qualified or not, in another letter case, for languages that ignore case. */
static void by_spelling(Catalog *catalog, Arena *arena, Str text, CandidateVec *found)
{
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    Str last = str_from_offset(text, last_boundary(text));
    Matcher matcher = match_prepare(&scratch, last);
    NamesMatched matched = {0};
    if (last.len)
        match_names(&catalog->names, &(NamesQuery){.matcher = &matcher}, &scratch, &matched);
    for (size_t n = 0; n < matched.list.len; n++) {
        uint32_t name = matched.list.ptr[n].name;
        Str spelled = names_get(&catalog->names, name);
        IdSpan ids = str_equal_nocase(spelled, last) ? catalog_named(catalog, name) : (IdSpan){0};
        for (size_t i = 0; i < ids.len; i++)
            if (lang_folds_case(
                    catalog->files.ptr[catalog_place(catalog, ids.ptr[i]).file].language) &&
                names_symbol(catalog, scratch, ids.ptr[i], text, false))
                add(catalog, arena, ids.ptr[i], found);
    }
}

static void by_name(Catalog *catalog, Arena *arena, Str text, CandidateVec *found)
{
    uint32_t whole = names_find(&catalog->names, text);
    IdSpan ids = whole ? catalog_named(catalog, whole) : (IdSpan){0};
    for (size_t i = 0; i < ids.len; i++)
        add(catalog, arena, ids.ptr[i], found);
    if (!found->len)
        by_parts(catalog, arena, text, handle_last_part(text), found);
    if (!found->len)
        by_parts(catalog, arena, text, str_from_offset(text, last_boundary(text)), found);
}

/* Whether the path followed by the symbol's name ends in the text: `flask.json.__init__.dumps`. */
static bool ends_path(Arena *arena, Str path, Str qualified, Str text)
{
    Buf whole = buf_open(arena, 0);
    size_t before;
    for (size_t i = 0; i < path.len; i++)
        buf_put_byte(&whole, path.ptr[i] == '/' ? '.' : path.ptr[i]);
    buf_put_byte(&whole, '.');
    buf_put(&whole, qualified);
    Str all = buf_str(&whole);
    return ends_loosely(all, text, &before) && (!before || !byte_is_word(all.ptr[before - 1]));
}

/* Finds a name as programs import it: prefixed by file, directory or package (`flask.json.dumps`,
   `org.jsoup.Jsoup.parse`). */
static void by_module(Catalog *catalog, Arena *arena, Str text, CandidateVec *found)
{
    Str last = handle_last_part(text);
    uint32_t name = last.len && last.len < text.len ? names_find(&catalog->names, last) : 0;
    IdSpan ids = name ? catalog_named(catalog, name) : (IdSpan){0};
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    text = str_slice(text, 0, (size_t)(last.ptr - text.ptr) + last.len);
    for (size_t i = 0; i < ids.len; i++) {
        SymbolPlace place = catalog_place(catalog, ids.ptr[i]);
        const CatalogFile *file = catalog_row(catalog, place.file);
        size_t stem = str_find_byte(path_base(file->path), '.');
        size_t base = file->path.len - path_base(file->path).len;
        const Str paths[] = {stem == STR_NONE ? file->path : str_slice(file->path, 0, base + stem),
                             path_directory(file->path), catalog_name(catalog, file->package)};
        arena_reset(&scratch);
        Str qualified = catalog_qualified_name(catalog, &scratch, ids.ptr[i]);
        size_t k = place.index ? 0 : COUNT(paths);
        while (k < COUNT(paths) &&
               !(paths[k].len && ends_path(&scratch, paths[k], qualified, text)))
            k++;
        if (k < COUNT(paths))
            add(catalog, arena, ids.ptr[i], found);
    }
}

/* Drops declarations whose definition is among the candidates. */
static void drop_joined(const Catalog *catalog, CandidateVec *found)
{
    size_t kept = 0;
    for (size_t i = 0; i < found->len; i++) {
        bool part = counterpart_is_part(catalog, found->ptr[i].symbol), dropped = false;
        for (size_t k = 0; part && k < found->len && k < COUNTERPART_NAMESAKES_MAX && !dropped; k++)
            dropped = counterpart_stands_for(catalog, found->ptr[k].symbol, found->ptr[i].symbol);
        if (!dropped)
            found->ptr[kept++] = found->ptr[i];
    }
    found->len = kept;
}

static bool is_among(const CandidateVec *found, size_t from, uint32_t symbol)
{
    for (size_t i = from; i < found->len; i++)
        if (found->ptr[i].symbol == symbol)
            return true;
    return false;
}

/* Keeps one candidate per type declared in parts: the lead, since edges end there. With `lead`
   false, the first part found, unless the lead is among the candidates too. */
static void keep_wholes(const Catalog *catalog, Arena scratch, CandidateVec *found, bool lead)
{
    size_t kept = 0;
    bool compared = found->len <= PARTS_COMPARED_MAX;
    IdMap seen = {0};
    for (size_t i = 0; i < found->len; i++) {
        uint32_t symbol = found->ptr[i].symbol;
        bool asked = compared || catalog_entry(catalog, symbol)->kind == SYMBOL_IMPL;
        uint32_t whole = asked ? parts_lead(catalog, symbol) : symbol;
        if (id_map_put(&seen, &scratch, whole, 0) != ID_MAP_NONE)
            continue;
        found->ptr[kept] = found->ptr[i];
        found->ptr[kept++].symbol = lead || is_among(found, i, whole) ? whole : symbol;
    }
    found->len = kept;
}

/* Replaces a declaration named by place or hash with its definition, if there is exactly one. */
static void follow_announced(Catalog *catalog, CandidateVec *found)
{
    for (size_t i = 0; i < found->len; i++) {
        uint32_t symbol = found->ptr[i].symbol, body = SYMBOL_NOWHERE;
        bool several = false;
        if (!counterpart_announces(catalog, symbol))
            continue;
        IdSpan named = catalog_named(catalog, catalog_entry(catalog, symbol)->name);
        for (size_t k = 0; k < MIN(named.len, (size_t)COUNTERPART_NAMESAKES_MAX); k++)
            if (counterpart_stands_for(catalog, named.ptr[k], symbol)) {
                several = body != SYMBOL_NOWHERE;
                body = named.ptr[k];
            }
        if (body != SYMBOL_NOWHERE && !several)
            found->ptr[i].symbol = body;
    }
}

/* Whether it is a constructor: by kind, or as `Name.Name`, `Name::Name`. */
static bool makes_namesake(const Catalog *catalog, uint32_t symbol)
{
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *file = catalog_row(catalog, place.file);
    const Entry *entry = &file->entries[place.index];
    bool function = entry->kind == SYMBOL_CONSTRUCTOR || entry->kind == SYMBOL_METHOD ||
                    entry->kind == SYMBOL_FUNCTION;
    uint32_t inside = entry->parent ? file->entries[entry->parent].name : 0;
    uint32_t around = entry->owner ? entry->owner : inside;
    return function && (entry->kind == SYMBOL_CONSTRUCTOR || around == entry->name);
}

/* The name of a class means the class, not its constructors. */
static void drop_constructors(const Catalog *catalog, CandidateVec *found)
{
    size_t kept = 0;
    bool type = false;
    for (size_t i = 0; i < found->len; i++)
        type =
            type || symbol_is_type((SymbolKind)catalog_entry(catalog, found->ptr[i].symbol)->kind);
    for (size_t i = 0; i < found->len; i++)
        if (!type || !makes_namesake(catalog, found->ptr[i].symbol))
            found->ptr[kept++] = found->ptr[i];
    found->len = kept;
}

static bool is_code(const Catalog *catalog, const Candidate *one)
{
    FileClass class = catalog->files.ptr[catalog_place(catalog, one->symbol).file].class;
    return class != FILE_DOC && class != FILE_DATA;
}

/* If code has the name, headings and data keys of that name are dropped. */
static void drop_documents(const Catalog *catalog, CandidateVec *found)
{
    size_t kept = 0;
    for (size_t i = 0; i < found->len; i++)
        if (is_code(catalog, &found->ptr[i]))
            found->ptr[kept++] = found->ptr[i];
    found->len = kept ? kept : found->len;
}

/* Keeps one of merged declarations (TypeScript): the lead. */
static void keep_leads(const Catalog *catalog, CandidateVec *found)
{
    size_t kept = 0;
    for (size_t i = 0; i < found->len; i++) {
        uint32_t lead = merged_lead(catalog, found->ptr[i].symbol);
        size_t known = 0;
        while (known < kept && found->ptr[known].symbol != lead)
            known++;
        found->ptr[known] = found->ptr[i];
        found->ptr[known].symbol = lead;
        kept += known == kept;
    }
    found->len = kept;
}

void handle_find(Catalog *catalog, Arena *arena, Str text, HandleMatch *match)
{
    CandidateVec found = {0};
    bool named = false;
    *match = (HandleMatch){0};
    Str meant = address_read(arena, text);
    by_place(catalog, arena, text, &found);
    if (!found.len && meant.ptr != text.ptr)
        by_place(catalog, arena, text = meant, &found);
    if (!found.len)
        handle_by_hash(catalog, text, add_found, &(Finding){catalog, arena, &found});
    if (!found.len && text.len) {
        by_name(catalog, arena, text, &found);
        if (!found.len && catalog_folds_case(catalog))
            by_spelling(catalog, arena, text, &found);
        if (!found.len)
            by_module(catalog, arena, text, &found);
        named = true;
    }
    if (found.len)
        qsort(found.ptr, found.len, sizeof *found.ptr, compare_candidates);
    if (named)
        drop_documents(catalog, &found);
    drop_constructors(catalog, &found);
    drop_joined(catalog, &found);
    follow_announced(catalog, &found);
    size_t before = found.len;
    if (found.len <= BLOCKS_COMPARED_MAX && (named || found.len > 1))
        keep_wholes(catalog, *arena, &found, named);
    match->parts = named ? 0 : before - found.len;
    keep_leads(catalog, &found);
    match->total = found.len;
    match->alike = handle_alike(catalog, *arena, &found);
    match->clear = found.len == 1 || match->alike ||
                   (named && found.len && handle_disambiguate(catalog, &found));
    size_t most = match->alike ? HANDLE_ALIKE_MAX : HANDLE_CANDIDATES_MAX;
    for (size_t i = 0; i < MIN(found.len, most); i++)
        *VEC_PUSH(arena, &match->symbols) = found.ptr[i].symbol;
}
