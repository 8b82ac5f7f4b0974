/* The catalog in memory. A file that changes gets new arrays from the arena. The old ones stay
   until the catalog is dropped; a long-lived owner drops and reloads it from time to time. */
#include "index/catalog/catalog.h"

#include "base/hash.h"
#include "base/id_map.h"
#include "base/path.h"
#include "base/varint.h"
#include "index/catalog/catalog_lazy.h"
#include "index/catalog/catalog_lean.h"
#include "index/catalog/catalog_shape.h"
#include "index/catalog/edge_reader.h"
#include "index/catalog/symbol.h"
#include "index/graph/levels.h"
#include "index/store/facts.h"
#include "lang/registry.h"

#include <stdlib.h>

/* Typical length of a file's path, hash and reason together. */
#define FILE_TEXT_BYTES 80

Catalog *catalog_open(Arena *arena)
{
    Catalog *catalog = NEW(arena, Catalog, 1);
    catalog->arena = arena;
    names_init(&catalog->names, arena);
    catalog->saved_names = 1;
    catalog->levels = NEW(arena, RiskLevels, 1);
    catalog->history = NEW(arena, HistoryFacts, 1);
    catalog->lacks = NEW(arena, bool, 1);
    catalog->reclassified = NEW(arena, Reclassified, 1);
    return catalog;
}

/* ---- symbols ---- */

const Entry *catalog_entry(const Catalog *catalog, uint32_t symbol)
{
    SymbolPlace place = catalog_place(catalog, symbol);
    return &catalog_row(catalog, place.file)->entries[place.index];
}

RiskCounts catalog_risks(const Catalog *catalog, uint32_t id)
{
    if (catalog->lazy)
        return catalog_fetched_risks(catalog, id);
    catalog_need(catalog, CATALOG_METRICS);
    const CatalogFile *file = &catalog->files.ptr[id];
    RiskLevels levels = risk_levels(catalog);
    RiskCounts counts = {0};
    for (uint32_t i = 1; i < file->count && file->metrics; i++)
        risk_count(&counts, levels, file->metrics[i].risk, 1);
    return counts;
}

SymbolMetrics catalog_metrics(const Catalog *catalog, uint32_t symbol)
{
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *file = &catalog->files.ptr[place.file];
    catalog_need(catalog, CATALOG_METRICS);
    if (catalog->lazy)
        catalog_fetch_metrics(catalog, place.file);
    return file->metrics ? file->metrics[place.index] : (SymbolMetrics){0};
}

static bool is_anonymous(Str name)
{
    return !name.len || str_equal(name, STR("(anonymous)"));
}

Str catalog_qualified_name(const Catalog *catalog, Arena *arena, uint32_t symbol)
{
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *file = catalog_row(catalog, place.file);
    if (!place.index)
        return file->path;
    Str parts[2 * SYMBOL_DEPTH_MAX + 2];
    size_t count = 0;
    for (uint32_t i = place.index; i && count < COUNT(parts) - 1; i = file->entries[i].parent) {
        Str name = catalog_name(catalog, file->entries[i].name);
        if (i == place.index || !is_anonymous(name))
            parts[count++] = name;
        if (file->entries[i].owner)
            parts[count++] = catalog_name(catalog, file->entries[i].owner);
        bool whole = lang_facts(file->language)->package_names_are_absolute &&
                     str_find(name, STR("::")) != STR_NONE;
        if (whole || file->entries[i].kind == SYMBOL_PACKAGE) /* complete by itself */
            break;
    }
    Buf text = buf_open(arena, 0);
    while (count--) {
        buf_put(&text, parts[count]);
        if (count)
            buf_put(&text, lang_scope_separator(file->language));
    }
    return buf_str(&text);
}

static uint64_t identity(const Catalog *catalog, Arena scratch, uint32_t symbol, uint32_t ordinal)
{
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *file = catalog_row(catalog, place.file);
    const Entry *entry = &file->entries[place.index];
    SymbolIdentity parts = {
        .package = catalog_name(catalog, file->package),
        .qualified = place.index ? catalog_qualified_name(catalog, &scratch, symbol) : (Str){0},
        .kind = (SymbolKind)entry->kind,
        .arity = entry->arity,
        .ordinal = ordinal,
    };
    return symbol_identity_hash(scratch, &parts);
}

/* The number of earlier symbols in the file with the same identity. One may name its scope in the
   declaration while the other is nested in it, so the last name is compared first, then the whole.
 */
static uint32_t ordinal_of(const Catalog *catalog, Arena scratch, uint32_t symbol)
{
    SymbolPlace place = catalog_place(catalog, symbol);
    const Entry *entries = catalog_row(catalog, place.file)->entries, *own = &entries[place.index];
    uint64_t wanted = 0;
    uint32_t ordinal = 0;
    for (uint32_t i = 1; i < place.index; i++) {
        if (entries[i].name != own->name || entries[i].kind != own->kind ||
            entries[i].arity != own->arity)
            continue;
        wanted = wanted ? wanted : identity(catalog, scratch, symbol, 0);
        ordinal += identity(catalog, scratch, symbol - place.index + i, 0) == wanted;
    }
    return ordinal;
}

Str catalog_symbol_hash(const Catalog *catalog, Arena *arena, uint32_t symbol)
{
    SymbolPlace place = catalog_place(catalog, symbol);
    /* fetch now: the next lines copy the arena that the row would be put into */
    (void)catalog_row(catalog, place.file);
    const CatalogElsewhere *elsewhere = catalog->elsewhere;
    Str path = elsewhere ? elsewhere->paths[place.file] : catalog->files.ptr[place.file].path;
    if (elsewhere && elsewhere->known[symbol])
        return symbol_hash_text(arena, symbol_file_hash(path), elsewhere->identity[symbol]);
    uint32_t ordinal = ordinal_of(catalog, *arena, symbol);
    uint64_t hash = identity(catalog, *arena, symbol, ordinal);
    return symbol_hash_text(arena, symbol_file_hash(path), hash);
}

void catalog_file_hashes(const Catalog *catalog, Arena scratch, uint32_t id, uint64_t *hashes)
{
    const CatalogFile *file = catalog_row(catalog, id);
    IdMap seen = {0};
    for (uint32_t i = 0; i < file->count; i++) {
        uint32_t symbol = file->first + i;
        hashes[i] = identity(catalog, scratch, symbol, 0);
        uint32_t before = i ? id_map_get(&seen, hashes[i]) : ID_MAP_NONE;
        uint32_t ordinal = before == ID_MAP_NONE ? 0 : before + 1;
        if (i)
            id_map_put(&seen, &scratch, hashes[i], ordinal);
        if (ordinal)
            hashes[i] = identity(catalog, scratch, symbol, ordinal);
    }
}

/* ---- files ---- */

bool catalog_has_files(const Catalog *catalog)
{
    for (size_t i = 0; i < catalog->files.len; i++)
        if (catalog->files.ptr[i].path.len)
            return true;
    return false;
}

bool catalog_has_symbols(const Catalog *catalog)
{
    for (size_t i = 0; i < catalog->files.len; i++)
        if (catalog->files.ptr[i].path.len && catalog->files.ptr[i].state != FILE_LISTED)
            return true;
    return false;
}

bool catalog_follows_calls(const CatalogFile *file)
{
    return lang_follows_calls(file->language) && !file->calls_are_unknown;
}

Str catalog_unfollowed(const CatalogFile *file)
{
    const char *kind = lang_facts(file->language)->unfollowed;
    return file->calls_are_unknown && kind ? str_from(kind) : lang_name(file->language);
}

bool catalog_folds_case(const Catalog *catalog)
{
    for (size_t i = 0; i < catalog->files.len; i++)
        if (lang_folds_case(catalog->files.ptr[i].language))
            return true;
    return false;
}

bool catalog_calls_known(const Catalog *catalog)
{
    bool whole = true;
    for (uint32_t i = 0; i < catalog->files.len; i++) {
        const CatalogFile *file = &catalog->files.ptr[i];
        LinksCut links = catalog_links(catalog, i);
        if (!links_are_empty(&links))
            return true;
        whole = whole &&
                (!file->path.len || (file->state != FILE_LISTED && file->state != FILE_LEXICAL));
    }
    return whole;
}

uint32_t catalog_find_file(const Catalog *catalog, Str path)
{
    for (uint32_t i = 0; i < catalog->files.len; i++)
        if (str_equal(catalog->files.ptr[i].path, path))
            return i;
    return FILE_NOWHERE;
}

static int by_path(const void *a, const void *b)
{
    return str_compare(((const CatalogPath *)a)->path, ((const CatalogPath *)b)->path);
}

/* Files are usually in order already, so sorting is skipped if they are. */
CatalogPath *catalog_by_path(Arena *arena, const Catalog *catalog, size_t *count)
{
    CatalogPath *list = NEW(arena, CatalogPath, catalog->files.len + 1);
    bool sorted = true;
    *count = 0;
    for (uint32_t i = 0; i < catalog->files.len; i++) {
        Str path = catalog->files.ptr[i].path;
        if (!path.len)
            continue;
        sorted = sorted && (!*count || str_compare(list[*count - 1].path, path) < 0);
        list[(*count)++] = (CatalogPath){i, path};
    }
    if (!sorted)
        qsort(list, *count, sizeof *list, by_path);
    return list;
}

void catalog_reserve_files(Catalog *catalog, size_t count)
{
    if (count <= catalog->files.cap)
        return;
    arena_expect(catalog->arena, count * (sizeof(CatalogFile) + FILE_TEXT_BYTES));
    CatalogFile *files = NEW(catalog->arena, CatalogFile, count);
    if (catalog->files.len)
        memcpy(files, catalog->files.ptr, catalog->files.len * sizeof *files);
    catalog->files.ptr = files;
    catalog->files.cap = count;
}

uint32_t catalog_put_file(Catalog *catalog, Str path)
{
    CatalogFile *file = VEC_PUSH(catalog->arena, &catalog->files);
    catalog->layout = NULL;
    file->path = str_copy(catalog->arena, path);
    file->changed = CATALOG_ALL;
    return (uint32_t)(catalog->files.len - 1);
}

void catalog_remove_file(Catalog *catalog, uint32_t file)
{
    catalog->renumber = true;
    catalog->layout = NULL;
    catalog->files.ptr[file] = (CatalogFile){.changed = CATALOG_ALL};
}

/* `typedef Foo *Name;`, `using Name = std::unique_ptr<Foo>;`, `Foo *find(int x)`. */
static bool is_indirect(const Language *language, const Symbol *symbol)
{
    bool alias = symbol->kind == SYMBOL_TYPE;
    Str text = symbol->signature;
    size_t end = alias ? text.len : MIN(symbol_list_open(text, symbol->name), text.len);
    size_t arrow = str_find(str_from_offset(text, end), STR("->")); // `auto f() -> T *`
    end = alias ? end : MIN(end, str_find_byte(text, '='));
    text =
        arrow == STR_NONE || alias ? str_slice(text, 0, end) : str_from_offset(text, end + arrow);
    bool held = str_find_byte(text, '*') != STR_NONE;
    for (const char *const *word = language->wrappers; word && *word && !held; word++) {
        size_t at = str_find(text, str_from(*word));
        held = at != STR_NONE && str_starts(str_from_offset(text, at + strlen(*word)), STR("<"));
    }
    return held;
}

/* Go: `type A = B` is an alias, `type A B` a new type with its own methods. */
static bool is_distinct(const Language *language, const Symbol *symbol)
{
    return symbol->kind == SYMBOL_TYPE && lang_facts(language)->type_names_are_distinct &&
           str_find(symbol->signature, STR(" = ")) == STR_NONE;
}

/* C#: `void ICat.Speak()`. */
static bool is_explicit(const Language *language, const Symbol *symbol)
{
    Str name = symbol->name, text = symbol->signature;
    if (!lang_facts(language)->members_name_interfaces || !name.len)
        return false;
    size_t open = symbol_list_open(text, name);
    size_t end = MIN(open, text.len);
    return end > name.len && str_equal(str_slice(text, end - name.len, end), name) &&
           text.ptr[end - name.len - 1] == '.';
}

/* The part of a symbol that the catalog keeps: all that is a number or a name. */
static Entry make_entry(Catalog *catalog, const Language *language, const Symbol *symbol)
{
    SymbolParameters parameters = symbol_parameters(symbol->signature, symbol->name);
    const SymbolCode *code = symbol_code(symbol);
    uint32_t dropped = MIN(code->unguarded, ENTRY_UNGUARDED_MAX);
    uint32_t bits =
        (symbol->body ? ENTRY_HAS_BODY : 0) | dropped << ENTRY_UNGUARDED_SHIFT |
        (parameters.flexible ? ENTRY_FLEXIBLE : 0) |
        (parameters.self && symbol->kind != SYMBOL_TYPE ? ENTRY_TAKES_SELF : 0) |
        (is_distinct(language, symbol) ? ENTRY_DISTINCT : 0) |
        (language->c_reader_types_arguments && is_indirect(language, symbol) ? ENTRY_INDIRECT : 0) |
        (is_explicit(language, symbol) ? ENTRY_EXPLICIT : 0);
    return (Entry){
        .name = names_put(&catalog->names, symbol->name),
        .owner = names_put(&catalog->names, symbol_owner(symbol)),
        .type = names_put(&catalog->names, code->type),
        .start_line = symbol->start_line,
        .end_line = symbol->end_line,
        .modifiers = symbol->modifiers | bits,
        .complexity = code->complexity,
        .kind = (uint8_t)symbol->kind,
        .arity = (uint8_t)MIN(parameters.count, ENTRY_ARITY_UNKNOWN - 1u),
    };
}

static int compare_ids(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Adds each word of a text such as `pkg.Foo().bar` as a name. */
static void add_words(Catalog *catalog, Arena *arena, Str text, IdVec *ids)
{
    size_t at = 0;
    while (at < text.len) {
        size_t start = at;
        while (at < text.len && byte_is_word(text.ptr[at]))
            at++;
        if (at > start)
            *VEC_PUSH(arena, ids) = names_put(&catalog->names, str_slice(text, start, at));
        at += at == start;
    }
}

/* A small cache of texts seen lately, compared by address: a decoded outline has each name once,
   however many references use it. */
typedef struct Met {
    Str texts[256];
} Met;

static bool is_met(Met *met, Str text)
{
    uint64_t mixed = (uintptr_t)text.ptr * HASH_SPREAD;
    Str *place = &met->texts[mixed >> 32 & (COUNT(met->texts) - 1)];
    if (place->ptr == text.ptr && place->len == text.len)
        return true;
    *place = text;
    return false;
}

/* Everything that can decide where a reference leads: its name, the words of its receiver, and the
   names that imports bind. */
static void collect_mentions(Catalog *catalog, Arena *arena, const Outline *outline, IdVec *ids)
{
    Met names = {0}, receivers = {0};
    for (size_t i = 0; i < outline->references.len; i++) {
        const Reference *reference = &outline->references.ptr[i];
        if (reference->kind != REFERENCE_BIND && !is_met(&names, reference->name))
            *VEC_PUSH(arena, ids) = names_put(&catalog->names, reference->name);
        if (!is_met(&receivers, reference->receiver))
            add_words(catalog, arena, reference->receiver, ids);
        add_words(catalog, arena, reference->given, ids);
    }
    for (size_t i = 0; i < outline->symbols.len; i++)
        if (outline->symbols.ptr[i].kind == SYMBOL_IMPL) // the type that a block adds to
            add_words(catalog, arena, outline->symbols.ptr[i].name, ids);
    for (size_t i = 0; i < outline->imports.len; i++) {
        const BindingVec *bindings = &outline->imports.ptr[i].bindings;
        for (size_t b = 0; b < bindings->len; b++) {
            add_words(catalog, arena, bindings->ptr[b].name, ids);
            add_words(catalog, arena, bindings->ptr[b].alias, ids);
        }
    }
}

/* Sorted and without duplicates, as differences. */
static Str pack_mentions(Catalog *catalog, Arena scratch, const Outline *outline)
{
    IdVec ids = {0};
    collect_mentions(catalog, &scratch, outline, &ids);
    if (!ids.len)
        return (Str){0};
    qsort(ids.ptr, ids.len, sizeof *ids.ptr, compare_ids);
    Buf packed = buf_open(&scratch, 0);
    uint32_t before = 0;
    for (size_t i = 0; i < ids.len; i++) {
        if (ids.ptr[i] != before)
            varint_put(&packed, ids.ptr[i] - before);
        before = ids.ptr[i];
    }
    return str_copy(catalog->arena, buf_str(&packed));
}

Entry *catalog_set_entries(Catalog *catalog, uint32_t id, uint32_t lines, uint32_t symbols)
{
    CatalogFile *file = &catalog->files.ptr[id];
    file->changed = CATALOG_ALL;
    catalog_make_entries(catalog, id, symbols + 1);
    file->links = file->mentions = file->shape = (Str){0};
    file->lines = lines;
    file->degraded = file->calls_are_unknown = file->disguised = false;
    file->has_routes = file->has_addresses = false;
    file->package = 0;
    file->entries[0] = (Entry){.name = names_put(&catalog->names, path_base(file->path)),
                               .start_line = 1,
                               .end_line = MAX(lines, 1u),
                               .kind = SYMBOL_DOCUMENT,
                               .arity = ENTRY_ARITY_UNKNOWN};
    return file->entries;
}

void catalog_set_outline(Catalog *catalog, Arena scratch, uint32_t id, const Outline *outline)
{
    CatalogFile *file = &catalog->files.ptr[id];
    if (!outline) {
        catalog_set_entries(catalog, id, file->lines, 0);
        return;
    }
    uint32_t symbols = (uint32_t)outline->symbols.len;
    Entry *entries = catalog_set_entries(catalog, id, outline->line_count, symbols);
    file->degraded = outline->degraded;
    file->disguised = outline->disguised;
    file->has_addresses = outline->routes.len > 0;
    for (size_t i = 0; i < outline->routes.len && !file->has_routes; i++)
        file->has_routes = outline->routes.ptr[i].kind != ROUTE_CONSTANT &&
                           !(outline->routes.ptr[i].flags & ROUTE_THROUGH);
    file->calls_are_unknown = outline->calls_are_unknown;
    file->package = names_put(&catalog->names, outline->package);
    for (uint32_t i = 0; i < symbols; i++) {
        entries[i + 1] = make_entry(catalog, outline->language, &outline->symbols.ptr[i]);
        entries[i + 1].parent = symbol_outer(&outline->symbols, i);
    }
    if (catalog->lazy)
        return;
    file->mentions = pack_mentions(catalog, scratch, outline);
    file->shape = catalog_pack_shape(catalog, scratch, outline);
}

bool catalog_facts(const Catalog *catalog, Arena *arena, Str hash, bool references, Facts *facts,
                   Err *err)
{
    *facts = (Facts){0};
    for (size_t i = catalog->fresh.len; i-- && !facts->outline.len;)
        if (str_equal(catalog->fresh.ptr[i].hash, hash))
            *facts = catalog->fresh.ptr[i].facts;
    return facts->outline.len || !catalog->store ||
           store_facts_get(catalog->store, arena, hash, references, facts, err);
}

const Str *catalog_given_text(const Catalog *catalog, Str hash)
{
    for (size_t i = catalog->fresh.len; i--;)
        if (catalog->fresh.ptr[i].text.len && str_equal(catalog->fresh.ptr[i].hash, hash))
            return &catalog->fresh.ptr[i].text;
    return NULL;
}

static bool fail_gone(const Catalog *catalog, uint32_t id, Err *err)
{
    Str path = catalog->files.ptr[id].path;
    *catalog->lacks = true;
    return err_set(err, ERR_STALE, "the facts of '%.*s' are gone from the index",
                   (int)MIN(path.len, PATH_SHOWN_BYTES), path.ptr);
}

bool catalog_file_facts(const Catalog *catalog, Arena *arena, uint32_t id, Facts *facts, Err *err)
{
    const CatalogFile *file = &catalog->files.ptr[id];
    *facts = (Facts){0};
    if (file->hash.len && !catalog_facts(catalog, arena, file->hash, true, facts, err))
        return false;
    bool wanted =
        file->hash.len && file->state == FILE_SYNTACTIC && (file->count > 1 || file->mentions.len);
    return facts->outline.len || !wanted || fail_gone(catalog, id, err);
}

bool catalog_whole_outline(const Catalog *catalog, Arena *arena, uint32_t id, Outline *outline,
                           Err *err)
{
    const CatalogFile *file = &catalog->files.ptr[id];
    Facts facts;
    *outline = (Outline){.language = file->language};
    if (!catalog_file_facts(catalog, arena, id, &facts, err))
        return false;
    return !facts.outline.len || facts_decode(arena, &facts, true, outline) ||
           fail_gone(catalog, id, err);
}

bool catalog_outline(const Catalog *catalog, Arena *arena, uint32_t id, bool references,
                     Outline *outline, Err *err)
{
    const CatalogFile *file = &catalog->files.ptr[id];
    Facts facts;
    *outline = (Outline){.language = file->language};
    if (!file->hash.len)
        return true;
    if (!catalog_facts(catalog, arena, file->hash, references, &facts, err))
        return false;
    if (facts.outline.len && !facts_decode(arena, &facts, references, outline))
        *outline = (Outline){.language = file->language};
    return true;
}
