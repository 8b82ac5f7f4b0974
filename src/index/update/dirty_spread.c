/* Spreads marks. When a name means something else, so do the symbols whose declarations name it:
   variables and functions by their types, types by their bases, variables by the values assigned to
   them. Macros follow by their bodies, and re-exports by the original name. All of this is in the
   catalog's entries and shapes, as name ids of texts. Each text is split into words once per round.
   */
#include "index/update/dirty_state.h"

#include "base/hash.h"
#include "base/path.h"
#include "index/catalog/counterparts.h"
#include "index/catalog/file_filter.h"

#define TEXT_KNOWN 0x80
/* Above this, any file may contain a marked word. */
#define WORD_HASHES_MAX 64
#define WORD_FILTER_BITS 65536

/* ---- marks ---- */

static void sign(DirtySet *dirty, Str word)
{
    uint64_t hash = file_filter_hash(word), at = hash % WORD_FILTER_BITS;
    if (!dirty->filter)
        dirty->filter = NEW(dirty->arena, uint64_t, WORD_FILTER_BITS / 64);
    dirty->filter[at / 64] |= UINT64_C(1) << at % 64;
    if (dirty->word_hashes.len <= WORD_HASHES_MAX)
        *VEC_PUSH(dirty->arena, &dirty->word_hashes) = hash;
}

static bool is_signed(const DirtySet *dirty, Str word)
{
    uint64_t at = file_filter_hash(word) % WORD_FILTER_BITS;
    return dirty->filter && dirty->filter[at / 64] >> at % 64 & 1;
}

/* Whether entries or shape of the file may contain a marked word. */
static bool may_differ(const DirtySet *dirty, uint32_t file)
{
    const FileFilter *filter = dirty->catalog->files.ptr[file].filter;
    const LocalWords *local = &dirty->local[file];
    bool may =
        !filter || local->all || local->words.len || dirty->word_hashes.len > WORD_HASHES_MAX;
    for (size_t i = 0; i < dirty->word_hashes.len && !may; i++)
        may = file_filter_has(filter, dirty->word_hashes.ptr[i]);
    return may;
}

/* Grows the tables by name: names may be added while files are compared. */
static void make_room(DirtySet *dirty)
{
    size_t count = names_count(&dirty->catalog->names);
    if (count <= dirty->name_count)
        return;
    uint8_t *marks = NEW(dirty->arena, uint8_t, count), *old = dirty->marks;
    if (dirty->name_count)
        memcpy(marks, old, dirty->name_count);
    dirty->marks = marks;
    dirty->texts = NEW(dirty->arena, uint8_t, count);
    dirty->name_count = count;
}

static void mark_one(DirtySet *dirty, uint32_t name, uint8_t marks)
{
    if (!name || (dirty->marks[name] & marks) == marks)
        return;
    dirty->marks[name] |= marks;
    dirty->grew = true;
    sign(dirty, catalog_name(dirty->catalog, name));
}

void dirty_mark_words(DirtySet *dirty, Str text, uint8_t marks)
{
    make_room(dirty);
    for (Str word; (word = file_filter_next_word(&text)).len;)
        mark_one(dirty, names_find(&dirty->catalog->names, word), marks);
}

void dirty_mark_name(DirtySet *dirty, uint32_t name, uint8_t marks)
{
    make_room(dirty);
    if ((dirty->marks[name] & marks) == marks)
        return;
    Str text = catalog_name(dirty->catalog, name);
    mark_one(dirty, name, marks);
    if (str_find_byte(text, ' ') == STR_NONE)
        dirty_mark_words(dirty, text, marks);
}

/* Chains all names that differ only by letter case. */
static void list_spellings(DirtySet *dirty)
{
    Names *names = &dirty->catalog->names;
    names_bring_all(names);
    uint32_t count = names_count(names);
    dirty->next_spelling = NEW(dirty->arena, uint32_t, count + 1);
    for (uint32_t name = 1; name < count; name++) {
        uint64_t key = hash_nocase(names_get(names, name));
        uint32_t before = id_map_put(&dirty->spellings, dirty->arena, key, name);
        dirty->next_spelling[name] = before == ID_MAP_NONE ? 0 : before;
    }
}

void dirty_mark_spellings(DirtySet *dirty, uint32_t name, uint8_t marks)
{
    if (!dirty->next_spelling)
        list_spellings(dirty);
    make_room(dirty);
    uint64_t key = hash_nocase(catalog_name(dirty->catalog, name));
    uint32_t at = id_map_get(&dirty->spellings, key);
    for (at = at == ID_MAP_NONE ? 0 : at; at; at = dirty->next_spelling[at])
        mark_one(dirty, at, marks);
}

static bool has_module_tree(const DirtySet *dirty, uint32_t file)
{
    return imports_have_module_tree(dirty->catalog->files.ptr[file].language);
}

/* A crate's root file decides where its paths begin. */
Str dirty_module_words(Str path)
{
    Str name = path_base(path);
    if (str_equal(name, STR("lib.rs")) || str_equal(name, STR("main.rs")))
        return STR("crate super self");
    return str_equal(name, STR("mod.rs")) ? path_base(path_directory(path)) : name;
}

static void put_placed(DirtySet *dirty, Buf *out, uint32_t file)
{
    const CatalogFile *row = catalog_row(dirty->catalog, file);
    for (uint32_t i = 1; i < row->count; i++)
        if (row->entries[i].kind == SYMBOL_MODULE && row->entries[i].type) {
            buf_put(out, catalog_name(dirty->catalog, row->entries[i].name));
            buf_put_byte(out, ' ');
        }
}

Str dirty_placed_modules(DirtySet *dirty)
{
    const Catalog *catalog = dirty->catalog;
    Buf out = buf_open(dirty->arena, 0);
    if (dirty->placed_known)
        return dirty->placed;
    for (uint32_t file = 0; file < catalog->files.len; file++)
        if (catalog->files.ptr[file].count && has_module_tree(dirty, file))
            put_placed(dirty, &out, file);
    dirty->placed_known = true;
    return dirty->placed = buf_str(&out);
}

static void note_modules(DirtySet *dirty, Str words)
{
    for (Str word; (word = file_filter_next_word(&words)).len;) {
        uint32_t id = names_find(&dirty->catalog->names, word);
        if (id)
            id_map_put(&dirty->modules, dirty->arena, id, 1);
    }
}

/* Where a Rust trait is in scope, its methods can be called without the trait being named. */
static void mark_traits(DirtySet *dirty, uint32_t name)
{
    Catalog *catalog = dirty->catalog;
    IdSpan all = catalog_named(catalog, name);
    for (size_t i = 0; i < all.len; i++) {
        SymbolPlace place = catalog_place(catalog, all.ptr[i]);
        const CatalogFile *row = catalog_row(catalog, place.file);
        bool trait = row->entries[place.index].kind == SYMBOL_TRAIT;
        for (uint32_t k = place.index + 1; trait && k < row->count; k++)
            if (row->entries[k].parent == place.index)
                dirty_mark_name(dirty, row->entries[k].name, MEANS_USE);
    }
}

void dirty_mark_local(DirtySet *dirty, uint32_t file, uint32_t name)
{
    Str text = catalog_name(dirty->catalog, name);
    uint32_t by_path = (uint32_t)dirty->catalog->files.len;
    for (Str word; (word = file_filter_next_word(&text)).len;) {
        uint32_t id = names_find(&dirty->catalog->names, word);
        if (!id || id_map_put(&dirty->words, dirty->arena, id_pair(file, id), 1) != ID_MAP_NONE)
            continue;
        *VEC_PUSH(dirty->arena, &dirty->local[file].words) = id;
        dirty->grew = true;
        sign(dirty, word);
        if (!has_module_tree(dirty, file))
            continue;
        id_map_put(&dirty->words, dirty->arena, id_pair(by_path, id), 1);
        note_modules(dirty, dirty_module_words(dirty->catalog->files.ptr[file].path));
        note_modules(dirty, STR("super"));
        note_modules(dirty, dirty_placed_modules(dirty));
        mark_traits(dirty, id);
    }
}

/* Members that are looked up implicitly. */
static bool is_unnamed_member(Str name)
{
    return str_starts(name, STR("operator")) || str_equal(name, STR("Item")) ||
           str_equal(name, STR("Output")) || str_equal(name, STR("Target"));
}

/* Marks the symbol's owners: its parent, and the owner that its declaration names. */
static void mark_scope(DirtySet *dirty, const Entry *entries, const Entry *entry, uint8_t marks)
{
    if (entry->parent)
        dirty_mark_name(dirty, entries[entry->parent].name, marks);
    if (entry->owner)
        dirty_mark_name(dirty, entry->owner, marks);
}

void dirty_mark_entry(DirtySet *dirty, uint32_t file, const Entry *entries, uint32_t index)
{
    const Entry *entry = &entries[index];
    uint8_t type = entry_is_type(entry) ? MEANS_TYPE : 0;
    dirty_mark_name(dirty, entry->name, MEANS_USE | type);
    if (lang_folds_case(dirty->catalog->files.ptr[file].language))
        dirty_mark_spellings(dirty, entry->name, MEANS_USE | type);
    if (entry->kind == SYMBOL_CONSTRUCTOR)
        mark_scope(dirty, entries, entry, MEANS_USE);
    if (is_unnamed_member(catalog_name(dirty->catalog, entry->name)))
        mark_scope(dirty, entries, entry, MEANS_USE | MEANS_TYPE);
    if (entry->kind == SYMBOL_EXPORT || entry->modifiers & MODIFIER(DEFAULT))
        dirty_note_default(dirty, file);
}

void dirty_mark_file(DirtySet *dirty, uint32_t file)
{
    const CatalogFile *row = &dirty->catalog->files.ptr[file];
    for (uint32_t i = 1; i < row->count; i++)
        dirty_mark_entry(dirty, file, row->entries, i);
}

/* ---- texts ---- */

static uint8_t look_at_words(DirtySet *dirty, uint32_t file, Str text)
{
    uint8_t marks = 0;
    for (Str word; (word = file_filter_next_word(&text)).len;) {
        uint32_t name = is_signed(dirty, word) ? names_find(&dirty->catalog->names, word) : 0;
        if (name && dirty->local[file].words.len &&
            id_map_get(&dirty->words, id_pair(file, name)) != ID_MAP_NONE)
            marks |= MEANS_USE | MEANS_TYPE;
        marks |= name ? dirty->marks[name] : 0;
    }
    return marks;
}

static uint8_t marks_of(DirtySet *dirty, uint32_t file, uint32_t text)
{
    if (!text || dirty->local[file].all)
        return text ? MEANS_USE | MEANS_TYPE : 0;
    make_room(dirty);
    if (dirty->local[file].words.len)
        return dirty->marks[text] | look_at_words(dirty, file, catalog_name(dirty->catalog, text));
    uint8_t *known = &dirty->texts[text];
    if (!(*known & TEXT_KNOWN))
        *known = TEXT_KNOWN | dirty->marks[text] |
                 look_at_words(dirty, file, catalog_name(dirty->catalog, text));
    return *known & (MEANS_USE | MEANS_TYPE);
}

/* ---- spreading ---- */

/* Whether a name in a type text may also be used as a value: in an expression, or in a dynamic
   language, where anything may be a type. */
static bool reads_uses(DirtySet *dirty, uint32_t file, Str text)
{
    return str_find_byte(text, '(') != STR_NONE || str_find_byte(text, '{') != STR_NONE ||
           resolve_is_dynamic(dirty->catalog->files.ptr[file].language);
}

static bool type_differs(DirtySet *dirty, uint32_t file, uint32_t text)
{
    uint8_t marks = marks_of(dirty, file, text);
    return marks & MEANS_TYPE ||
           (marks && reads_uses(dirty, file, catalog_name(dirty->catalog, text)));
}

static bool entry_differs(DirtySet *dirty, uint32_t file, const Entry *entries, uint32_t i)
{
    const Entry *entry = &entries[i], *parent = &entries[entry->parent];
    bool block = parent->kind == SYMBOL_IMPL ||
                 (parent->kind == SYMBOL_TRAIT && has_module_tree(dirty, file)); // adds methods
    bool stub = counterpart_is_stub(dirty->catalog->files.ptr[file].path);
    bool inside = (block || stub) && entry->parent;
    return (entry->type && type_differs(dirty, file, entry->type)) ||
           (entry->owner && type_differs(dirty, file, entry->owner)) ||
           (inside && marks_of(dirty, file, parent->name) & MEANS_TYPE);
}

/* A type in this file whose members may differ now, or a member of such a type. */
static bool holds_marked(DirtySet *dirty, uint32_t file, const Entry *entry)
{
    return (entry_is_type(entry) && marks_of(dirty, file, entry->name) & MEANS_TYPE) ||
           (entry->owner && marks_of(dirty, file, entry->owner));
}

static bool spread_entries(DirtySet *dirty, uint32_t file)
{
    const CatalogFile *row = &dirty->catalog->files.ptr[file];
    bool holds = false;
    for (uint32_t i = 1; i < row->count; i++) {
        holds = holds || holds_marked(dirty, file, &row->entries[i]);
        if (entry_differs(dirty, file, row->entries, i))
            dirty_mark_entry(dirty, file, row->entries, i);
    }
    return holds;
}

/* The type around it, or itself; 0: none. */
static uint32_t heir_of(const Entry *entries, uint32_t index)
{
    while (index && !entry_is_type(&entries[index]))
        index = entries[index].parent;
    return index;
}

/* Marks the members of an impl block that implements another trait now. */
static void mark_block(DirtySet *dirty, uint32_t file, const Entry *entries, uint32_t block)
{
    const CatalogFile *row = &dirty->catalog->files.ptr[file];
    uint32_t before = dirty->before_of[file];
    uint32_t count = entries == row->entries ? row->count : dirty->before.ptr[before - 1].was.count;
    for (uint32_t i = block + 1; i < count; i++)
        if (entries[i].parent == block)
            dirty_mark_entry(dirty, file, entries, i);
}

void dirty_mark_row(DirtySet *dirty, uint32_t file, const Entry *entries, const ShapeRow *row)
{
    uint32_t heir = row->kind == REFERENCE_BASE ? heir_of(entries, row->symbol) : 0;
    Str name = catalog_name(dirty->catalog, row->name);
    bool exported = row->kind == REFERENCE_BIND && str_starts(name, STR("export."));
    if (exported && str_ends(name, STR(".default")))
        dirty_note_default(dirty, file);
    else if (row->kind == REFERENCE_BIND) // `self.x` is looked up as x
        dirty_mark_words(dirty, str_from_offset(name, str_find_last_byte(name, '.') + 1),
                         exported ? MEANS_USE | MEANS_TYPE : MEANS_USE);
    bool made = row->kind == REFERENCE_BIND && str_starts(name, STR("return."));
    if (row->symbol && (made || row->kind != REFERENCE_BIND)) // a result belongs to its function
        dirty_mark_entry(dirty, file, entries, row->symbol);
    if (heir)
        dirty_mark_name(dirty, entries[heir].name, MEANS_USE | MEANS_TYPE);
    if (heir && entries[heir].kind == SYMBOL_IMPL)
        mark_block(dirty, file, entries, heir);
}

static bool row_differs(DirtySet *dirty, uint32_t file, const ShapeRow *row)
{
    uint8_t receiver = marks_of(dirty, file, row->receiver);
    switch (row->kind) {
    case REFERENCE_BIND: return receiver;
    case REFERENCE_TYPE: return receiver;
    default: return receiver || marks_of(dirty, file, row->name);
    }
}

static void spread_shape(DirtySet *dirty, uint32_t file)
{
    const CatalogFile *row = &dirty->catalog->files.ptr[file];
    if (!row->shape.len)
        return;
    ShapeReader reader = catalog_shape_rows(dirty->catalog, row->shape);
    ShapeRow at;
    while (catalog_shape_next(&reader, &at)) {
        if (at.symbol >= row->count || !row_differs(dirty, file, &at))
            continue;
        dirty_mark_row(dirty, file, row->entries, &at);
        if (at.kind == REFERENCE_BASE && at.flags & REFERENCE_OPENS)
            dirty_mark_file(dirty, file);
    }
}

/* True when the file holds a marked type or a member of one. */
static bool spread_file(DirtySet *dirty, uint32_t file)
{
    bool holds = spread_entries(dirty, file);
    spread_shape(dirty, file);
    return holds;
}

/* ---- spreading along imports ---- */

static bool is_local(const DirtySet *dirty, uint32_t file, uint32_t word)
{
    return id_map_get(&dirty->words, id_pair(file, word)) != ID_MAP_NONE;
}

/* Context for the words that `file` mentions and that are local in `from`. */
typedef struct Shared {
    DirtySet *dirty;
    uint32_t file, from;
    bool any, module;
} Shared;

static bool look_at_mention(void *context, uint32_t name)
{
    Shared *shared = context;
    shared->any = shared->any || is_local(shared->dirty, shared->from, name);
    shared->module = shared->module || id_map_get(&shared->dirty->modules, name) != ID_MAP_NONE;
    return true;
}

static bool take_mention(void *context, uint32_t name)
{
    const Shared *shared = context;
    if (is_local(shared->dirty, shared->from, name))
        dirty_mark_local(shared->dirty, shared->file, name);
    return true;
}

/* Takes over the local words of a file that is imported as a whole, if they are mentioned. `from`
   past the last file: local words of any Rust file, reached by a path. */
static bool spread_whole(DirtySet *dirty, uint32_t file, uint32_t from)
{
    Shared shared = {.dirty = dirty, .file = file, .from = from};
    catalog_mentions(dirty->catalog, file, look_at_mention, &shared);
    bool due = shared.any && (shared.module || from < dirty->catalog->files.len);
    if (due)
        catalog_mentions(dirty->catalog, file, take_mention, &shared);
    dirty->chosen[file] = dirty->chosen[file] || due;
    return due;
}

static bool has_local(DirtySet *dirty, uint32_t file, Str text)
{
    bool found = false;
    for (Str word; !found && (word = file_filter_next_word(&text)).len;) {
        uint32_t id = names_find(&dirty->catalog->names, word);
        found = id && is_local(dirty, file, id);
    }
    return found;
}

/* `file` re-exports everything that `from` has. */
static void pass_on(DirtySet *dirty, uint32_t file, uint32_t from)
{
    for (size_t i = 0; i < dirty->local[from].words.len; i++)
        dirty_mark_local(dirty, file, dirty->local[from].words.ptr[i]);
}

/* Other files can import the names that a file imports; `import a as b` passes it on as b. */
static void spread_link(DirtySet *dirty, uint32_t file, const ImportLink *link)
{
    Str name = catalog_name(dirty->catalog, link->name);
    bool all = str_equal(name, STR("*")) || str_ends(name, STR(".*")), whole = !name.len || all;
    bool from = link->target != FILE_NOWHERE && link->target != file &&
                dirty->local[link->target].words.len;
    bool renamed =
        !whole && link->alias && link->alias != link->name && marks_of(dirty, file, link->name);
    bool passed = from && (whole ? spread_whole(dirty, file, link->target)
                                 : has_local(dirty, link->target, name));
    if (from && all && dirty_passes_on(dirty, file, link))
        pass_on(dirty, file, link->target);
    if (passed || renamed)
        dirty_mark_local(dirty, file, link->alias ? link->alias : link->name);
    dirty->chosen[file] = dirty->chosen[file] || passed;
}

static void spread_links(DirtySet *dirty, uint32_t file)
{
    Arena work = dirty->scratch;
    const CatalogFile *row = &dirty->catalog->files.ptr[file];
    if (!row->count || resolve_is_linked(row->language))
        return;
    ImportLinkVec links = dirty_links(dirty, &work, file);
    for (size_t i = 0; i < links.len; i++)
        spread_link(dirty, file, &links.ptr[i]);
    if (dirty->modules.len && has_module_tree(dirty, file))
        spread_whole(dirty, file, (uint32_t)dirty->catalog->files.len);
}

void dirty_spread(DirtySet *dirty)
{
    make_room(dirty);
    bool local = dirty->words.len > 0;
    for (size_t i = 0; i < dirty->catalog->files.len && !local; i++)
        local = dirty->local[i].all;
    while ((dirty->grew || local || dirty->defaults_due.len) && !dirty->everything) {
        dirty->grew = local = false;
        dirty_follow_defaults(dirty);
        memset(dirty->texts, 0, dirty->name_count);
        for (uint32_t file = 0; file < dirty->catalog->files.len; file++) {
            dirty->holds[file] = may_differ(dirty, file) && spread_file(dirty, file);
            spread_links(dirty, file);
        }
    }
}
