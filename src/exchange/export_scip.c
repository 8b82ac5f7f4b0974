/* Export as a SCIP index. The index does not store positions of references, so each file is parsed
   again, and each of its references is resolved individually. One document is in memory at a
   time. */
#include "exchange/export_scip_names.h"

#include "base/map.h"
#include "base/path.h"
#include "exchange/export.h"
#include "index/catalog/classify.h"
#include "index/catalog/counterparts.h"
#include "index/resolve/resolve.h"
#include "search/override.h"

#include <stdlib.h>

/* Marks an occurrence of an external symbol: its number is a name id. */
#define OUTSIDE UINT64_C(0x100000000)
/* At most this many imports on a line, each at most this long, are searched for a name. No
   hand-written code has more, and each name is searched in all of them. */
#define IMPORTS_LOOKED_AT 16
#define IMPORT_BYTES_MAX (16 * KB)

typedef struct Occurrence {
    uint32_t start, end;
    uint64_t symbol; /* dense id, or OUTSIDE and a name id */
    uint32_t roles;
    ScipSyntax syntax;
    const Symbol *defined; /* of a definition */
} Occurrence;

typedef struct Index {
    Export *export;
    Catalog *catalog;
    Resolver *resolver;
    ScipNames names;
    FsWriter writer;
    EdgeConfidence least;
    uint32_t name_count;
    uint64_t *types, *others; /* bit sets of name ids: referenced outside, as a type or otherwise */
} Index;

/* One file. */
typedef struct Page {
    Index *index;
    Arena *arena;
    uint32_t id;
    const CatalogFile *file;
    Outline outline;
    Str text;
    ImportLinkVec imports;
    VEC(Occurrence) occurrences;
    VEC(uint32_t) lines; /* offsets of the lines */
} Page;

/* ---- kinds ---- */

static ScipKind kind_of(SymbolKind kind)
{
    static const ScipKind kinds[SYMBOL_KIND_COUNT] = {
        [SYMBOL_FUNCTION] = SCIP_KIND_FUNCTION,
        [SYMBOL_METHOD] = SCIP_KIND_METHOD,
        [SYMBOL_CONSTRUCTOR] = SCIP_KIND_CONSTRUCTOR,
        [SYMBOL_CLASS] = SCIP_KIND_CLASS,
        [SYMBOL_STRUCT] = SCIP_KIND_STRUCT,
        [SYMBOL_UNION] = SCIP_KIND_UNION,
        [SYMBOL_INTERFACE] = SCIP_KIND_INTERFACE,
        [SYMBOL_TRAIT] = SCIP_KIND_TRAIT,
        [SYMBOL_ENUM] = SCIP_KIND_ENUM,
        [SYMBOL_ENUM_MEMBER] = SCIP_KIND_ENUM_MEMBER,
        [SYMBOL_TYPE] = SCIP_KIND_TYPE,
        [SYMBOL_FIELD] = SCIP_KIND_FIELD,
        [SYMBOL_PROPERTY] = SCIP_KIND_PROPERTY,
        [SYMBOL_VARIABLE] = SCIP_KIND_VARIABLE,
        [SYMBOL_CONSTANT] = SCIP_KIND_CONSTANT,
        [SYMBOL_MACRO] = SCIP_KIND_MACRO,
        [SYMBOL_MODULE] = SCIP_KIND_MODULE,
        [SYMBOL_NAMESPACE] = SCIP_KIND_NAMESPACE,
        [SYMBOL_PACKAGE] = SCIP_KIND_PACKAGE,
        [SYMBOL_OBJECT] = SCIP_KIND_OBJECT,
        [SYMBOL_KEY] = SCIP_KIND_KEY,
        [SYMBOL_EVENT] = SCIP_KIND_EVENT,
    };
    return kinds[kind];
}

static ScipSyntax definition_syntax(SymbolKind kind)
{
    return symbol_is_function(kind)   ? SCIP_SYNTAX_FUNCTION_DEFINITION
           : kind == SYMBOL_MACRO     ? SCIP_SYNTAX_MACRO_DEFINITION
           : kind == SYMBOL_CONSTANT  ? SCIP_SYNTAX_CONSTANT
           : kind == SYMBOL_NAMESPACE ? SCIP_SYNTAX_NAMESPACE
           : kind == SYMBOL_MODULE    ? SCIP_SYNTAX_NAMESPACE
           : kind == SYMBOL_TYPE      ? SCIP_SYNTAX_TYPE
           : symbol_is_type(kind)     ? SCIP_SYNTAX_TYPE
                                      : SCIP_SYNTAX_IDENTIFIER;
}

static ScipSyntax reference_syntax(const Reference *reference)
{
    switch (reference->kind) {
    case REFERENCE_CALL:
        return reference->flags & REFERENCE_MACRO ? SCIP_SYNTAX_MACRO
               : reference->flags & REFERENCE_NEW ? SCIP_SYNTAX_TYPE
                                                  : SCIP_SYNTAX_FUNCTION;
    case REFERENCE_TYPE:
    case REFERENCE_BASE: return SCIP_SYNTAX_TYPE;
    default: return SCIP_SYNTAX_IDENTIFIER;
    }
}

/* ---- places ---- */

static uint32_t line_of(const Page *page, uint32_t offset)
{
    size_t low = 0, high = page->lines.len;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (page->lines.ptr[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    return (uint32_t)low;
}

static ScipRange range_of(const Page *page, uint32_t start, uint32_t end)
{
    uint32_t first = line_of(page, start), last = line_of(page, end);
    return (ScipRange){.start_line = first,
                       .start_column = start - page->lines.ptr[first],
                       .end_line = last,
                       .end_column = end - page->lines.ptr[last]};
}

/* Whether the word is at the offset of the text. */
static bool is_written(const Page *page, uint32_t start, Str word)
{
    Str found = str_slice(page->text, start, (size_t)start + word.len);
    return word.len && start < page->text.len &&
           (lang_folds_case(page->outline.language) ? str_equal_nocase(found, word)
                                                    : str_equal(found, word));
}

/* ---- occurrences ---- */

static void add(Page *page, uint32_t start, size_t len, uint64_t symbol, uint32_t roles,
                ScipSyntax syntax)
{
    bool test = page->file->class == FILE_TEST, generated = page->file->class == FILE_GENERATED;
    *VEC_PUSH(page->arena, &page->occurrences) =
        (Occurrence){.start = start,
                     .end = start + (uint32_t)len,
                     .symbol = symbol,
                     .roles = roles | (test ? (unsigned)SCIP_TEST : 0) |
                              (generated ? (unsigned)SCIP_GENERATED : 0),
                     .syntax = syntax};
}

static void add_definitions(Page *page)
{
    const ScipNames *names = &page->index->names;
    for (uint32_t i = 0; i < page->outline.symbols.len; i++) {
        const Symbol *symbol = &page->outline.symbols.ptr[i];
        uint32_t id = page->file->first + i + 1, meant = scip_names_meant(names, id);
        if (meant == SYMBOL_NOWHERE || !is_written(page, symbol->name_start, symbol->name))
            continue;
        bool forward = counterpart_is_declaration(page->index->catalog, id) && meant != id;
        add(page, symbol->name_start, symbol->name.len, meant,
            forward ? SCIP_FORWARD : SCIP_DEFINITION, definition_syntax(symbol->kind));
        page->occurrences.ptr[page->occurrences.len - 1].defined = symbol;
    }
}

/* Whether a word of this file can name the symbol: by its own name, as a constructor by its type's,
   or by the name that an import gives it. */
static bool is_named_so(const Page *page, uint32_t symbol, Str word)
{
    const Catalog *catalog = page->index->catalog;
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *file = catalog_row(catalog, place.file);
    const Entry *entry = &file->entries[place.index];
    Str name = catalog_name(catalog, entry->name);
    bool folds = lang_folds_case(page->outline.language);
    if (folds ? str_equal_nocase(name, word) : str_equal(name, word))
        return true;
    if (entry->kind == SYMBOL_CONSTRUCTOR && entry->parent &&
        str_equal(catalog_name(catalog, file->entries[entry->parent].name), word))
        return true;
    for (size_t i = 0; i < page->imports.len; i++) {
        const ImportLink *link = &page->imports.ptr[i];
        if (link->alias && link->name == entry->name &&
            str_equal(catalog_name(catalog, link->alias), word))
            return true;
    }
    return false;
}

static void add_outside(Page *page, const Reference *reference, const Edge *edge)
{
    Index *index = page->index;
    bool type = reference->kind == REFERENCE_TYPE || reference->kind == REFERENCE_BASE ||
                reference->flags & REFERENCE_NEW;
    Arena scratch = *page->index->export->request->scratch;
    Buf name = buf_open(&scratch, 0);
    /* a macro's expansion is not named here */
    if (edge->external >= index->name_count ||
        !str_equal(
            scip_names_put_external(&name, catalog_name(index->catalog, edge->external), type),
            reference->name))
        return;
    uint64_t *set = type ? index->types : index->others;
    set[edge->external / 64] |= UINT64_C(1) << edge->external % 64;
    add(page, reference->start, reference->name.len, OUTSIDE << type | edge->external, 0,
        reference_syntax(reference));
}

static bool take_reference(void *context, const Reference *reference, const EdgeVec *edges)
{
    Page *page = context;
    if (reference->kind == REFERENCE_BIND || !is_written(page, reference->start, reference->name))
        return true;
    for (size_t i = 0; i < edges->len; i++) {
        const Edge *edge = &edges->ptr[i];
        if (edge->callee == SYMBOL_NOWHERE) {
            if (edge->external)
                add_outside(page, reference, edge);
            continue;
        }
        uint32_t meant = scip_names_meant(&page->index->names, edge->callee);
        if (edge->confidence >= page->index->least && meant != SYMBOL_NOWHERE &&
            edge->kind != EDGE_PART && is_named_so(page, edge->callee, reference->name))
            add(page, reference->start, reference->name.len, meant, 0, reference_syntax(reference));
    }
    return true;
}

/* The only place of the word within the bytes; else STR_NONE. */
static size_t only_word(const Page *page, uint32_t start, uint32_t end, Str word)
{
    size_t found = STR_NONE;
    Str text = str_slice(page->text, 0, end);
    for (size_t at = start; at + word.len <= text.len; at++) {
        bool left = !at || !byte_is_word(text.ptr[at - 1]);
        bool right =
            at + word.len == page->text.len || !byte_is_word(page->text.ptr[at + word.len]);
        if (!left || !right || !is_written(page, (uint32_t)at, word))
            continue;
        if (found != STR_NONE)
            return STR_NONE;
        found = at;
    }
    return found;
}

/* The meaning of an imported name; SYMBOL_NOWHERE unless certain. */
static uint32_t imported_symbol(const Page *page, const ImportLink *link)
{
    const Index *index = page->index;
    uint32_t found = SYMBOL_NOWHERE;
    NameMeaning meaning = resolve_offered(index->resolver, link->target,
                                          catalog_name(index->catalog, link->name), page->arena);
    if (meaning.leaves || meaning.doubtful)
        return SYMBOL_NOWHERE;
    for (size_t i = 0; i < meaning.symbols.len; i++) {
        uint32_t meant = scip_names_meant(&index->names, meaning.symbols.ptr[i]);
        if (meant == SYMBOL_NOWHERE || (i && meant != found))
            return SYMBOL_NOWHERE;
        found = meant;
    }
    return found;
}

/* The first import that does not begin before the line. */
static size_t first_import(const Page *page, uint32_t line)
{
    size_t low = 0, high = page->outline.imports.len;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (page->outline.imports.ptr[middle].line < line)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* A name in an import statement. If it occurs twice, such as the name of its module, it is
   skipped. */
static void add_import(Page *page, const ImportLink *link, Str name)
{
    const ImportVec *imports = &page->outline.imports;
    size_t first = first_import(page, link->line);
    for (size_t i = first; i < imports->len && imports->ptr[i].line == link->line; i++) {
        const Import *import = &imports->ptr[i];
        if (i - first == IMPORTS_LOOKED_AT || import->end - import->start > IMPORT_BYTES_MAX)
            return;
        size_t at = only_word(page, import->start, import->end, name);
        uint32_t symbol = at == STR_NONE ? SYMBOL_NOWHERE : imported_symbol(page, link);
        if (symbol != SYMBOL_NOWHERE && is_named_so(page, symbol, name))
            add(page, (uint32_t)at, name.len, symbol, SCIP_IMPORT, SCIP_SYNTAX_IDENTIFIER);
    }
}

static void add_imports(Page *page)
{
    for (size_t i = 0; i < page->imports.len; i++) {
        const ImportLink *link = &page->imports.ptr[i];
        Str name = catalog_name(page->index->catalog, link->name);
        if (link->target != FILE_NOWHERE && name.len && !str_equal(name, STR("*")))
            add_import(page, link, name);
    }
}

/* By place, then by symbol, definitions first. */
static int compare(const void *a, const void *b)
{
    const Occurrence *x = a, *y = b;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    if (x->end != y->end)
        return x->end < y->end ? -1 : 1;
    if (x->symbol != y->symbol)
        return x->symbol < y->symbol ? -1 : 1;
    return (x->defined == NULL) - (y->defined == NULL);
}

/* The name of a symbol of an occurrence. */
static Str name_text(const Index *index, Arena *arena, uint64_t symbol)
{
    Buf out = buf_open(arena, 0);
    if (symbol < OUTSIDE)
        scip_names_put(&index->names, &out, (uint32_t)symbol);
    else if (!scip_names_put_external(&out, catalog_name(index->catalog, (uint32_t)symbol),
                                      symbol & OUTSIDE << 1)
                  .len)
        out.len = 0;
    return buf_str(&out);
}

static void put_occurrences(Page *page, Buf *document)
{
    Index *index = page->index;
    size_t count = page->occurrences.len;
    if (count)
        qsort(page->occurrences.ptr, count, sizeof *page->occurrences.ptr, compare);
    for (size_t i = 0; i < count; i++) {
        const Occurrence *at = &page->occurrences.ptr[i];
        if (i && at->start == at[-1].start && at->end == at[-1].end && at->symbol == at[-1].symbol)
            continue;
        Arena work = *index->export->request->scratch;
        ScipOccurrence occurrence = {.range = range_of(page, at->start, at->end),
                                     .symbol = name_text(index, &work, at->symbol),
                                     .roles = at->roles,
                                     .syntax = at->syntax};
        if (at->defined && at->defined->lead <= at->start && at->defined->end >= at->end)
            occurrence.enclosing = range_of(page, at->defined->lead, at->defined->end);
        scip_put_occurrence(document, &occurrence);
        *(at->defined ? &index->export->count.definitions : &index->export->count.references) += 1;
    }
}

/* ---- symbols ---- */

typedef VEC(ScipRelationship) RelationshipVec;

static void relate(const Index *index, Arena *arena, uint32_t to, bool is_reference,
                   RelationshipVec *all)
{
    uint32_t meant = scip_names_meant(&index->names, to);
    if (meant == SYMBOL_NOWHERE)
        return;
    Str name = name_text(index, arena, meant);
    for (size_t i = 0; i < all->len; i++)
        if (str_equal(all->ptr[i].symbol, name))
            return;
    *VEC_PUSH(arena, all) =
        (ScipRelationship){.symbol = name, .is_reference = is_reference, .is_implementation = true};
}

/* Bases of a type; methods that a method overrides. */
static void find_relationships(const Index *index, Arena *arena, uint32_t symbol,
                               RelationshipVec *all)
{
    Catalog *catalog = index->catalog;
    SymbolKind kind = (SymbolKind)catalog_entry(catalog, symbol)->kind;
    if (kind == SYMBOL_METHOD || kind == SYMBOL_PROPERTY) {
        IdVec bases = {0};
        if (index->least == EDGE_EXACT)
            override_declared_bases(catalog, arena, symbol, &bases);
        else
            override_bases(catalog, arena, symbol, &bases);
        for (size_t i = 0; i < bases.len; i++)
            relate(index, arena, bases.ptr[i], true, all);
        return;
    }
    if (!symbol_is_type(kind))
        return;
    EdgeVec edges = {0};
    catalog_edges_of(catalog, arena, symbol, &edges);
    for (size_t i = 0; i < edges.len; i++)
        if (edges.ptr[i].kind == REFERENCE_BASE && edges.ptr[i].callee != SYMBOL_NOWHERE &&
            edges.ptr[i].confidence >= index->least && edges.ptr[i].callee != symbol)
            relate(index, arena, edges.ptr[i].callee, false, all);
}

static void put_symbols(Page *page, Buf *document, Str language)
{
    Index *index = page->index;
    for (uint32_t i = 0; i < page->outline.symbols.len; i++) {
        const Symbol *symbol = &page->outline.symbols.ptr[i];
        uint32_t id = page->file->first + i + 1;
        if (scip_names_meant(&index->names, id) != id)
            continue;
        Arena work = *index->export->request->scratch;
        RelationshipVec relationships = {0};
        find_relationships(index, &work, id, &relationships);
        const ScipSymbol written = {.symbol = name_text(index, &work, id),
                                    .name = symbol->name,
                                    .documentation = symbol_doc(symbol),
                                    .signature = symbol->signature,
                                    .language = language,
                                    .kind = kind_of(symbol->kind),
                                    .relationships = relationships.ptr,
                                    .relationship_count = relationships.len};
        scip_put_symbol(document, SCIP_DOCUMENT_SYMBOL, &written);
    }
}

/* ---- documents ---- */

/* Parses the file's text. If the indexed text is not available, the outline comes from the
   index. */
static bool read_page(Page *page, Err *err)
{
    Index *index = page->index;
    Export *export = index->export;
    OutlineOptions options = {.want_references = true, .want_docs = true, .no_ctags = true};
    if (export_source(export, page->arena, page->id, &page->text)) {
        page->outline.language = page->file->language;
        lang_outline(page->arena, *export->request->scratch, page->file->language, page->text,
                     &options, &page->outline);
        if (page->outline.symbols.len + 1 == page->file->count)
            return true;
    }
    export->count.files_left++;
    page->text = (Str){0};
    return catalog_outline(index->catalog, page->arena, page->id, false, &page->outline, err);
}

static void find_lines(Page *page)
{
    *VEC_PUSH(page->arena, &page->lines) = 0;
    for (size_t i = 0; i < page->text.len; i++)
        if (page->text.ptr[i] == '\n')
            *VEC_PUSH(page->arena, &page->lines) = (uint32_t)i + 1;
}

static bool put_page(Index *index, Arena *work, uint32_t id, Err *err)
{
    Page page = {.index = index, .arena = work, .id = id, .file = catalog_row(index->catalog, id)};
    if (session_is_cancelled(index->export->request))
        return err_interrupted(err);
    if (page.file->state != FILE_SYNTACTIC || !page.file->language ||
        !classify_is_indexed(page.file->class, page.file->path))
        return true;
    if (!str_is_utf8(page.file->path)) {
        index->export->count.files_left++;
        return true;
    }
    if (!read_page(&page, err))
        return false;
    find_lines(&page);
    if (page.text.ptr) {
        add_definitions(&page);
        catalog_imports(index->catalog, work, id, &page.imports);
        add_imports(&page);
        resolve_references(index->resolver, work, id, &page.outline, take_reference, &page);
    }
    Str language = scip_language(lang_id(page.file->language), lang_name(page.file->language));
    Buf document = buf_open(work, 0), head = buf_open(work, 0);
    scip_put_document_head(&document, page.file->path, language);
    put_occurrences(&page, &document);
    put_symbols(&page, &document, language);
    if (!page.occurrences.len && !page.outline.symbols.len)
        return true;
    protobuf_put_head(&head, SCIP_DOCUMENT, document.len);
    return fs_writer_put(&index->writer, buf_str(&head), err) &&
           fs_writer_put(&index->writer, buf_str(&document), err);
}

/* ---- the index ---- */

static Str root_uri(Arena *arena, Str root)
{
    Buf out = buf_open(arena, 0);
    buf_put(&out, STR("file://"));
    for (size_t i = 0; i < root.len; i++) {
        unsigned char byte = (unsigned char)root.ptr[i];
        if (byte_is_word(root.ptr[i]) || byte_in(root.ptr[i], "/-.~"))
            buf_put_byte(&out, root.ptr[i]);
        else
            buf_printf(&out, "%%%02X", byte);
    }
    return buf_str(&out);
}

static bool put_metadata(Index *index, Err *err)
{
    Arena *arena = index->export->request->arena;
    Buf out = buf_open(arena, 0);
    const ScipMetadata metadata = {.tool = STR("fovea"),
                                   .version = STR(FOVEA_VERSION),
                                   .root = root_uri(arena, index->export->session->repo.root)};
    scip_put_metadata(&out, &metadata);
    return fs_writer_put(&index->writer, buf_str(&out), err);
}

static bool put_externals(Index *index, Arena *work, Err *err)
{
    size_t count = index->name_count;
    Map known = map_open(index->export->request->arena); /* several names may be one symbol */
    for (size_t i = 0; i < 2 * count; i++) {
        const uint64_t *set = i % 2 ? index->types : index->others;
        uint32_t name = (uint32_t)(i / 2);
        if (!(set[name / 64] >> name % 64 & 1))
            continue;
        arena_reset(work);
        Buf out = buf_open(work, 0);
        Buf ignored = buf_open(work, 0);
        const ScipSymbol symbol = {
            .symbol = name_text(index, work, OUTSIDE << i % 2 | name),
            .name = scip_names_put_external(&ignored, catalog_name(index->catalog, name), i % 2)};
        bool added;
        map_put(&known, str_copy(index->export->request->arena, symbol.symbol), &added);
        if (!added)
            continue;
        scip_put_symbol(&out, SCIP_EXTERNAL, &symbol);
        index->export->count.externals++;
        if (!fs_writer_put(&index->writer, buf_str(&out), err))
            return false;
    }
    return true;
}

static bool put_all(Index *index, Err *err)
{
    Export *export = index->export;
    Arena work SCOPED(arena_close) = {0};
    arena_open(&work, 0);
    if (!put_metadata(index, err))
        return false;
    for (size_t i = 0; i < export->path_count; i++) {
        arena_reset(&work);
        if (!put_page(index, &work, export->paths[i].id, err))
            return false;
    }
    return put_externals(index, &work, err) && fs_writer_close(&index->writer, err);
}

bool export_scip(Export *export, const FsStage *into, Err *err)
{
    Catalog *catalog = export->catalog;
    Arena *arena = export->request->arena;
    uint32_t names = names_count(&catalog->names);
    size_t words = names / 64 + 1;
    Index index = {.export = export,
                   .catalog = catalog,
                   .least = export->likely ? EDGE_LIKELY : EDGE_EXACT,
                   .name_count = names,
                   .types = NEW(arena, uint64_t, words),
                   .others = NEW(arena, uint64_t, words)};
    if (!fs_stage_writer(into, &index.writer, err))
        return false;
    scip_names_open(arena, catalog, export->paths, export->path_count, &index.names);
    index.resolver =
        resolve_open(arena, *export->request->scratch, catalog, &export->session->repo);
    bool ok = put_all(&index, err);
    resolve_close(&index.resolver);
    fs_writer_drop(&index.writer);
    return ok;
}
