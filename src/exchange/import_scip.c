/* The index is read twice: definitions first, as they may follow their references. Only symbols
   defined at an entry of the catalog are kept. A reference counts if the catalog's own outline has
   one at the same place. */
#include "exchange/import_scip.h"

#include "base/hash.h"
#include "base/map.h"
#include "base/path.h"
#include "index/catalog/classify.h"
#include "index/catalog/merged.h"
#include "index/resolve/rules.h"
#include "index/store/compiled.h"
#include "text/uri.h"

/* A symbol defined by several entries. */
#define SEVERAL UINT64_MAX
/* Symbols that one entry may define: a class with its constructor, a property that is a field. More
   only take memory. */
#define SYMBOLS_OF_ENTRY_MAX 4
/* Bytes between a value and its member: `.`, `?.`, `!.`, `->`, `::`. */
#define SEPARATOR_MAX 2
/* A local symbol that no entry defines. */
#define VARIABLE (UINT64_MAX - 1)

/* The index has no usable statement about a reference. */
#define UNSAID (UINT32_MAX - 1)
/* The rules find no edges for a reference. */
#define NO_EDGES UINT8_MAX

typedef struct Work {
    ScipImport *import;
    Map ids;     /* path → file id */
    Map symbols; /* symbol → dense id, or SEVERAL */
    Map aliases; /* alternative words that imports and re-exports of any file give to their names */
    bool *seen;  /* by file: it has a document */
    bool *taken; /* … about its present text */
} Work;

/* One document with its file. */
typedef struct Page {
    Work *work;
    Arena *arena;
    uint32_t id;
    const CatalogFile *file;
    ScipDocument document;
    Str text;
    Outline outline;
    ImportPlaceVec places; /* by start */
    Map locals;            /* `local …` → dense id, or SEVERAL */
    uint32_t *meant;       /* by reference: a dense id, SYMBOL_NOWHERE, or UNSAID */
    uint8_t *verdicts;     /* by reference: CompiledVerdict, or NO_EDGES */
} Page;

/* ---- files ---- */

/* Reads a file's text. False if it is not the indexed content. */
static bool read_text(const ScipImport *import, Arena *arena, const CatalogFile *row, Str *text)
{
    FsFile file SCOPED(fs_close) = {.fd = -1};
    char hash[HASH_CONTENT_BYTES];
    Err ignored;
    if (!session_open_file(import->request, import->session, arena, row->path, &file, &ignored) ||
        !fs_read_all(arena, &file, text, &ignored))
        return false;
    hash_content(row->language ? lang_id(row->language) : (Str){0}, *text, hash);
    return str_equal(row->hash, (Str){hash, sizeof hash});
}

/* The file of a document, or FILE_NOWHERE. */
static uint32_t file_of(const Work *work, Arena *arena, Str path)
{
    const Catalog *catalog = work->import->catalog;
    Str whole = path_normalise(arena, str_join(arena, work->import->under, path));
    const uint64_t *id = map_find(&work->ids, whole);
    const CatalogFile *file = id ? &catalog->files.ptr[*id] : NULL;
    bool indexed = file && file->count && file->state == FILE_SYNTACTIC && file->language &&
                   catalog_follows_calls(file) && classify_is_indexed(file->class, file->path);
    return indexed ? (uint32_t)*id : FILE_NOWHERE;
}

static void refuse(ScipImport *import, Str path, const char *reason)
{
    if (import->figures.refused++)
        return;
    import->refused = str_copy(import->request->arena, path);
    import->reason = str_from(reason);
}

/* ---- definitions ---- */

static void note_definition(Map *symbols, Arena *keys, Str symbol, uint64_t id)
{
    uint64_t *known = map_find(symbols, symbol);
    if (known)
        *known = *known == id ? id : SEVERAL;
    else
        *map_put(symbols, str_copy(keys, symbol), NULL) = id;
}

/* Whether the offset is in an import: a local symbol there may be anything, as the indexer did not
   find the module. */
static bool is_imported(const Page *page, uint32_t offset)
{
    const ImportVec *imports = &page->outline.imports;
    size_t low = 0, high = imports->len;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (imports->ptr[middle].end <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low < imports->len && imports->ptr[low].start <= offset;
}

/* Python: whether two definitions of one name in one scope are one thing: overloads, or a property
   with its setter. */
static bool are_parts(const Page *page, const Symbol *first, const Symbol *second)
{
    Str above = str_slice(page->text, first->start, first->name_start);
    Str below = str_slice(page->text, second->start, second->name_start);
    return str_find(above, STR("overload")) != STR_NONE ||
           str_find(below, STR(".setter")) != STR_NONE ||
           str_find(below, STR(".deleter")) != STR_NONE;
}

/* Python: a symbol may have several definitions of one name in one scope, of which the indexer
   marks the first. Of parts of one thing the last one counts, as in the rules; otherwise a
   reference is ambiguous. */
static void take_redefinitions(Page *page, const IdMap *at)
{
    const Catalog *catalog = page->work->import->catalog;
    const SymbolVec *symbols = &page->outline.symbols;
    if (!rules_of(page->file->language)->definitions_take_effect_in_order)
        return;
    for (size_t i = 0; i < page->places.len; i++) {
        const ImportPlace *place = &page->places.ptr[i];
        uint32_t found = id_map_get(at, place->start);
        uint64_t *known = found == ID_MAP_NONE || scip_symbol_is_local(place->symbol)
                              ? NULL
                              : map_find(&page->work->symbols, place->symbol);
        if (!known || *known == SEVERAL || symbols->ptr[found].name_end != place->end)
            continue;
        SymbolPlace first = catalog_place(catalog, (uint32_t)*known);
        if (first.file != page->id || !first.index || first.index >= found + 1 ||
            symbols->ptr[first.index - 1].parent != symbols->ptr[found].parent)
            continue;
        bool parts = are_parts(page, &symbols->ptr[first.index - 1], &symbols->ptr[found]);
        *known = parts ? page->file->first + found + 1 : SEVERAL;
    }
}

/* Notes the entries defined by the document: those whose names are at the places. */
static void take_definitions(Page *page, bool locals_only)
{
    Catalog *catalog = page->work->import->catalog;
    const SymbolVec *symbols = &page->outline.symbols;
    IdMap at = {0};
    uint8_t *counts = NEW(page->arena, uint8_t, symbols->len + 1);
    for (uint32_t i = 0; i < symbols->len; i++)
        if (symbols->ptr[i].name_end > symbols->ptr[i].name_start)
            id_map_put(&at, page->arena, symbols->ptr[i].name_start, i);
    page->locals = map_open(page->arena);
    for (size_t i = 0; i < page->places.len; i++) {
        const ImportPlace *place = &page->places.ptr[i];
        bool local = scip_symbol_is_local(place->symbol);
        uint32_t found = place->defines ? id_map_get(&at, place->start) : ID_MAP_NONE;
        if (found == ID_MAP_NONE || symbols->ptr[found].name_end != place->end) {
            if (place->defines && local)
                note_definition(&page->locals, page->arena, place->symbol,
                                is_imported(page, place->start) ? SEVERAL : VARIABLE);
            continue;
        }
        if (counts[found] == SYMBOLS_OF_ENTRY_MAX)
            continue;
        counts[found]++;
        uint32_t id = merged_lead(catalog, page->file->first + found + 1);
        if (local)
            note_definition(&page->locals, page->arena, place->symbol, id);
        else if (!locals_only && !entry_is_declaration(catalog_entry(catalog, id)))
            note_definition(&page->work->symbols, page->work->import->request->arena, place->symbol,
                            id);
    }
    if (!locals_only)
        take_redefinitions(page, &at);
}

/* ---- references ---- */

static bool is_written(const Page *page, const Reference *reference)
{
    Str found =
        str_slice(page->text, reference->start, (size_t)reference->start + reference->name.len);
    return reference->name.len && reference->start < page->text.len &&
           str_equal(found, reference->name);
}

/* The first place that does not start before the offset. */
static size_t first_place(const Page *page, uint32_t start)
{
    size_t low = 0, high = page->places.len;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (page->places.ptr[middle].start < start)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The meaning of a symbol in the index: a dense id, SYMBOL_NOWHERE for a local variable, or
   UNSAID. */
static uint32_t meaning_of(const Page *page, Str symbol)
{
    bool local = scip_symbol_is_local(symbol);
    const uint64_t *id = map_find(local ? &page->locals : &page->work->symbols, symbol);
    return !id || *id == SEVERAL ? UNSAID : *id == VARIABLE ? SYMBOL_NOWHERE : (uint32_t)*id;
}

/* Whether the word at a place differs from its symbol's name, and no import gives it. */
static bool is_misnamed(const Page *page, const ImportPlace *place)
{
    Str word = str_slice(page->text, place->start, place->end);
    return place->renamed && !map_find(&page->work->aliases, word);
}

/* Whether a place is credible: neither it nor the one before, of which it may be a member, is
   misnamed. Otherwise the text may be another one. */
static bool is_credible(const Page *page, size_t at)
{
    const ImportPlace *place = &page->places.ptr[at];
    bool credible = !is_misnamed(page, place);
    for (size_t i = at; i-- > 0 && credible;) {
        const ImportPlace *before = &page->places.ptr[i];
        if (before->end + SEPARATOR_MAX < place->start)
            break;
        credible = before->end >= place->start || !is_misnamed(page, before);
    }
    return credible;
}

/* The meaning of a reference in the index. Of several symbols at one place, such as a property and
   the variable of that name, one may be an entry. */
static uint32_t find_meaning(const Page *page, const Reference *reference)
{
    uint32_t meant = UNSAID, end = reference->start + (uint32_t)reference->name.len;
    if (reference->kind == REFERENCE_BIND || !is_written(page, reference))
        return UNSAID;
    for (size_t i = first_place(page, reference->start);
         i < page->places.len && page->places.ptr[i].start == reference->start; i++) {
        const ImportPlace *place = &page->places.ptr[i];
        if (place->end != end || place->defines || !is_credible(page, i))
            continue;
        uint32_t found = meaning_of(page, place->symbol);
        if (found == UNSAID || (meant < UNSAID && found < UNSAID && found != meant))
            return UNSAID;
        if (meant == UNSAID || found < UNSAID)
            meant = found;
    }
    return meant;
}

/* Notes the new verdict on the edges of a reference. */
static bool judge(void *context, const Reference *reference, const EdgeVec *edges)
{
    Page *page = context;
    size_t i = (size_t)(reference - page->outline.references.ptr);
    if (page->meant[i] != UNSAID)
        page->verdicts[i] =
            (uint8_t)resolve_judge(page->work->import->resolver, reference, edges, page->meant[i]);
    return true;
}

/* A name may be two references, such as a value and a call of it, one of which has no edges by the
   rules. Then the index's statement is about the other one only. */
static void leave_twins(Page *page)
{
    IdMap edged = {0};
    const ReferenceVec *references = &page->outline.references;
    for (size_t i = 0; i < references->len; i++)
        if (page->verdicts[i] != NO_EDGES)
            id_map_put(&edged, page->arena, references->ptr[i].start, 1);
    for (size_t i = 0; i < references->len; i++) {
        if (page->verdicts[i] != NO_EDGES || page->meant[i] == UNSAID)
            continue;
        if (id_map_put(&edged, page->arena, references->ptr[i].start, 1) != ID_MAP_NONE)
            page->meant[i] = UNSAID;
        else
            page->verdicts[i] = page->meant[i] == SYMBOL_NOWHERE ? NO_EDGES : COMPILED_ADDS;
    }
}

static void count_verdicts(const Page *page)
{
    ImportFigures *figures = &page->work->import->figures;
    uint64_t *counts[] = {
        [COMPILED_CONFIRMS] = &figures->confirmed, [COMPILED_DECIDES] = &figures->decided,
        [COMPILED_CORRECTS] = &figures->corrected, [COMPILED_ADDS] = &figures->added,
        [COMPILED_DROPS] = &figures->dropped,      [COMPILED_YIELDS] = &figures->kept};
    for (size_t i = 0; i < page->outline.references.len; i++) {
        if (page->meant[i] == UNSAID)
            continue;
        figures->references++;
        if (page->verdicts[i] != NO_EDGES)
            ++*counts[page->verdicts[i]];
    }
}

static uint32_t target_of(Page *page, CompiledTargetVec *targets, IdMap *known, uint32_t file)
{
    uint32_t at = id_map_get(known, file);
    if (at == ID_MAP_NONE) {
        const CatalogFile *row = &page->work->import->catalog->files.ptr[file];
        at = (uint32_t)targets->len;
        id_map_put(known, page->arena, file, at);
        *VEC_PUSH(page->arena, targets) = (CompiledTarget){.path = row->path, .hash = row->hash};
    }
    return at + 1;
}

static void put_row(Page *page)
{
    ScipImport *import = page->work->import;
    Arena *kept = import->request->arena;
    CompiledTargetVec targets = {0};
    CompiledMarkVec marks = {0};
    IdMap known = {0};
    for (size_t i = 0; i < page->outline.references.len; i++) {
        CompiledMark mark = {.reference = (uint32_t)i};
        if (page->meant[i] == UNSAID)
            continue;
        if (page->meant[i] != SYMBOL_NOWHERE) {
            SymbolPlace place = catalog_place(import->catalog, page->meant[i]);
            mark.target = target_of(page, &targets, &known, place.file);
            mark.index = place.index;
        }
        *VEC_PUSH(page->arena, &marks) = mark;
    }
    Buf out = buf_open(page->arena, 0);
    compiled_put_marks(&out, &targets, &marks);
    *VEC_PUSH(kept, &import->rows) = (ImportRow){
        .path = page->file->path, .hash = page->file->hash, .marks = str_copy(kept, buf_str(&out))};
}

/* ---- documents ---- */

/* Reads the text of the document's file, and finds the places in it. False, with a reason, if the
   document is about another text. */
static bool open_page(Page *page, const char **reason)
{
    ScipImport *import = page->work->import;
    OutlineOptions options = {.want_references = true, .want_docs = true, .no_ctags = true};
    *reason = "the file changed meanwhile";
    if (!read_text(import, page->arena, page->file, &page->text))
        return false;
    if (!import_places(page->arena, &page->document, page->text, &page->places, reason))
        return false;
    page->outline.language = page->file->language;
    lang_outline(page->arena, *import->request->scratch, page->file->language, page->text, &options,
                 &page->outline);
    *reason = "the file changed meanwhile";
    return page->outline.symbols.len + 1 == page->file->count;
}

static void take_references(Page *page)
{
    size_t count = page->outline.references.len;
    page->meant = NEW(page->arena, uint32_t, count + 1);
    page->verdicts = NEW(page->arena, uint8_t, count + 1);
    for (size_t i = 0; i < count; i++) {
        page->meant[i] = find_meaning(page, &page->outline.references.ptr[i]);
        page->verdicts[i] = NO_EDGES;
    }
    resolve_references(page->work->import->resolver, page->arena, page->id, &page->outline, judge,
                       page);
    leave_twins(page);
    count_verdicts(page);
    put_row(page);
}

/* The first pass decides which documents are taken; the second takes their references. */
static void take_document(Page *page, bool second)
{
    Work *work = page->work;
    ImportFigures *figures = &work->import->figures;
    const char *reason;
    page->id = file_of(work, page->arena, page->document.path);
    figures->documents += !second;
    if (page->id == FILE_NOWHERE) {
        figures->absent += !second;
        return;
    }
    if (second ? !work->taken[page->id] : work->seen[page->id])
        return;
    page->file = catalog_row(work->import->catalog, page->id);
    bool taken = open_page(page, &reason);
    if (!second && !taken)
        refuse(work->import, page->file->path, reason);
    work->seen[page->id] = true;
    work->taken[page->id] = taken && !second; /* only one document of a file counts */
    if (!taken)
        return;
    take_definitions(page, second);
    if (!second)
        return;
    figures->files++;
    take_references(page);
}

static bool fail_document(const ScipImport *import, uint64_t at, Err *err)
{
    err_set(err, ERR_FAILED,
            "'%.*s' is no SCIP index: the document that ends at byte %llu is damaged",
            STR_ARG(str_slice(import->file->shown, 0, PATH_SHOWN_BYTES)), (unsigned long long)at);
    return err_hint(err, "run the indexer again");
}

static bool read_all(Work *work, bool second, Err *err)
{
    ScipImport *import = work->import;
    Arena arena SCOPED(arena_close) = {0};
    arena_open(&arena, 0);
    ScipReader reader = scip_open(import->file);
    ProtobufField field;
    while (scip_next(&reader, &arena, &field, err)) {
        Page page = {.work = work, .arena = &arena};
        if (session_is_cancelled(import->request))
            return err_interrupted(err);
        if (field.number == SCIP_DOCUMENT) {
            if (!scip_document_read(&arena, field.bytes, &page.document))
                return fail_document(import, reader.at, err);
            take_document(&page, second);
        }
        arena_reset(&arena);
    }
    return !reader.failed;
}

/* ---- the root of the index ---- */

/* The directory of the index's root within the repository, if its URI leads there. */
static void find_root(ScipImport *import, const ScipMetadata *metadata)
{
    Arena *arena = import->request->arena;
    Str uri = metadata->root, root = import->session->repo.root;
    const Str parts[] = {metadata->tool, metadata->version.len ? STR(" ") : STR(""),
                         metadata->version};
    Str said = str_join_all(arena, parts, COUNT(parts));
    import->indexer = str_is_utf8(said) ? said : STR("an indexer");
    if (!str_starts(uri, STR("file://")) || import->under.len)
        return;
    Str path = fs_real_path(arena, uri_decode(arena, str_from_offset(uri, 7)));
    if (path.len > root.len + 1 && path_is_inside(path, root))
        import->under = str_join(arena, str_from_offset(path, root.len + 1), STR("/"));
}

static bool read_metadata(ScipImport *import, Err *err)
{
    ProtobufField field;
    ScipMetadata metadata;
    ScipReader reader = scip_open(import->file);
    if (scip_next(&reader, import->request->arena, &field, err) && field.number == SCIP_METADATA &&
        scip_metadata_read(field.bytes, &metadata)) {
        find_root(import, &metadata);
        return true;
    }
    if (reader.failed)
        return false;
    err_set(err, ERR_FAILED, "'%.*s' is no SCIP index: it does not begin with metadata",
            STR_ARG(str_slice(import->file->shown, 0, PATH_SHOWN_BYTES)));
    return err_hint(err, "name the file that an indexer has written, such as index.scip");
}

/* Notes the alternative words by which code refers to its imports. */
static void find_aliases(Work *work)
{
    const Catalog *catalog = work->import->catalog;
    Arena arena SCOPED(arena_close) = {0};
    arena_open(&arena, 0);
    for (uint32_t id = 0; id < catalog->files.len; id++) {
        ImportLinkVec links = {0};
        catalog_imports(catalog, &arena, id, &links);
        for (size_t i = 0; i < links.len; i++)
            if (links.ptr[i].alias && links.ptr[i].alias != links.ptr[i].name)
                map_put(&work->aliases, catalog_name(catalog, links.ptr[i].alias), NULL);
        arena_reset(&arena);
    }
}

bool import_scip(ScipImport *import, Err *err)
{
    Arena *arena = import->request->arena;
    const Catalog *catalog = import->catalog;
    Work work = {.import = import,
                 .ids = map_open(arena),
                 .symbols = map_open(arena),
                 .aliases = map_open(arena),
                 .seen = NEW(arena, bool, catalog->files.len + 1),
                 .taken = NEW(arena, bool, catalog->files.len + 1)};
    for (uint32_t i = 0; i < catalog->files.len; i++)
        if (catalog->files.ptr[i].path.len)
            *map_put(&work.ids, catalog->files.ptr[i].path, NULL) = i;
    if (!read_metadata(import, err) || !read_all(&work, false, err))
        return false;
    find_aliases(&work);
    import->resolver =
        resolve_open(arena, *import->request->scratch, import->catalog, &import->session->repo);
    resolve_alone(import->resolver);
    bool ok = read_all(&work, true, err);
    resolve_close(&import->resolver);
    return ok;
}
