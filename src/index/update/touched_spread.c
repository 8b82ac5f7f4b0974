/* What follows from a name that means something else: a variable or a function whose type names it
   is something else too, so is what extends it, what is assigned from it, a macro whose body names
   it, and what passes it on by another name. All of it is told by the entries and shapes of the
   catalog, as numbers of texts; each text is taken apart once a round. */
#include "index/update/touched_state.h"

#include "base/hash.h"
#include "base/path.h"
#include "index/catalog/catalog_signs.h"
#include "index/catalog/joined.h"

#define TEXT_KNOWN 0x80
/* With more, any file may have one. */
#define SIGNS_MAX 64
#define SIGN_BITS 65536

/* ---- marks ---- */

static void sign(Touched *touched, Str word)
{
    uint64_t hash = signs_hash(word), at = hash % SIGN_BITS;
    if (!touched->filter)
        touched->filter = NEW(touched->arena, uint64_t, SIGN_BITS / 64);
    touched->filter[at / 64] |= UINT64_C(1) << at % 64;
    if (touched->signs.len <= SIGNS_MAX)
        *VEC_PUSH(touched->arena, &touched->signs) = hash;
}

static bool is_signed(const Touched *touched, Str word)
{
    uint64_t at = signs_hash(word) % SIGN_BITS;
    return touched->filter && touched->filter[at / 64] >> at % 64 & 1;
}

/* Whether entries or shape of the file may have a word that is marked. */
static bool may_differ(const Touched *touched, uint32_t file)
{
    const FileSigns *signs = touched->catalog->files.ptr[file].signs;
    const LocalWords *local = &touched->local[file];
    bool may = !signs || local->all || local->words.len || touched->signs.len > SIGNS_MAX;
    for (size_t i = 0; i < touched->signs.len && !may; i++)
        may = signs_have(signs, touched->signs.ptr[i]);
    return may;
}

/* Names may be added while files are compared. */
static void make_room(Touched *touched)
{
    size_t count = names_count(&touched->catalog->names);
    if (count <= touched->name_count)
        return;
    uint8_t *marks = NEW(touched->arena, uint8_t, count), *old = touched->marks;
    if (touched->name_count)
        memcpy(marks, old, touched->name_count);
    touched->marks = marks;
    touched->texts = NEW(touched->arena, uint8_t, count);
    touched->name_count = count;
}

static void mark_one(Touched *touched, uint32_t name, uint8_t marks)
{
    if (!name || (touched->marks[name] & marks) == marks)
        return;
    touched->marks[name] |= marks;
    touched->grew = true;
    sign(touched, catalog_name(touched->catalog, name));
}

void touched_mark_words(Touched *touched, Str text, uint8_t marks)
{
    make_room(touched);
    for (Str word; (word = signs_next_word(&text)).len;)
        mark_one(touched, names_find(&touched->catalog->names, word), marks);
}

void touched_mark(Touched *touched, uint32_t name, uint8_t marks)
{
    make_room(touched);
    if ((touched->marks[name] & marks) == marks)
        return;
    Str text = catalog_name(touched->catalog, name);
    mark_one(touched, name, marks);
    if (str_find_byte(text, ' ') == STR_NONE)
        touched_mark_words(touched, text, marks);
}

/* Of all names, those that differ by case only, one behind the other. */
static void list_spellings(Touched *touched)
{
    Names *names = &touched->catalog->names;
    names_bring_all(names);
    uint32_t count = names_count(names);
    touched->next_spelling = NEW(touched->arena, uint32_t, count + 1);
    for (uint32_t name = 1; name < count; name++) {
        uint64_t key = hash_nocase(names_get(names, name));
        uint32_t before = id_map_put(&touched->spellings, touched->arena, key, name);
        touched->next_spelling[name] = before == ID_MAP_NONE ? 0 : before;
    }
}

void touched_mark_spellings(Touched *touched, uint32_t name, uint8_t marks)
{
    if (!touched->next_spelling)
        list_spellings(touched);
    make_room(touched);
    uint64_t key = hash_nocase(catalog_name(touched->catalog, name));
    uint32_t at = id_map_get(&touched->spellings, key);
    for (at = at == ID_MAP_NONE ? 0 : at; at; at = touched->next_spelling[at])
        mark_one(touched, at, marks);
}

static bool is_rust(const Touched *touched, uint32_t file)
{
    return str_equal(lang_id(touched->catalog->files.ptr[file].language), STR("rust"));
}

/* A crate's first file says where its paths begin. */
Str touched_module_words(Str path)
{
    Str name = path_base(path);
    if (str_equal(name, STR("lib.rs")) || str_equal(name, STR("main.rs")))
        return STR("crate super self");
    return str_equal(name, STR("mod.rs")) ? path_base(path_directory(path)) : name;
}

static void put_placed(Touched *touched, Buf *out, uint32_t file)
{
    const CatalogFile *row = catalog_row(touched->catalog, file);
    for (uint32_t i = 1; i < row->count; i++)
        if (row->entries[i].kind == SYMBOL_MODULE && row->entries[i].type) {
            buf_put(out, catalog_name(touched->catalog, row->entries[i].name));
            buf_put_byte(out, ' ');
        }
}

Str touched_placed_modules(Touched *touched)
{
    const Catalog *catalog = touched->catalog;
    Buf out = buf_open(touched->arena, 0);
    if (touched->placed_known)
        return touched->placed;
    for (uint32_t file = 0; file < catalog->files.len; file++)
        if (catalog->files.ptr[file].count && is_rust(touched, file))
            put_placed(touched, &out, file);
    touched->placed_known = true;
    return touched->placed = buf_str(&out);
}

static void note_modules(Touched *touched, Str words)
{
    for (Str word; (word = signs_next_word(&words)).len;) {
        uint32_t id = names_find(&touched->catalog->names, word);
        if (id)
            id_map_put(&touched->modules, touched->arena, id, 1);
    }
}

/* Who sees a trait of Rust has its methods, though nothing there names it. */
static void mark_traits(Touched *touched, uint32_t name)
{
    Catalog *catalog = touched->catalog;
    IdSpan all = catalog_named(catalog, name);
    for (size_t i = 0; i < all.len; i++) {
        SymbolPlace place = catalog_place(catalog, all.ptr[i]);
        const CatalogFile *row = catalog_row(catalog, place.file);
        bool trait = row->entries[place.index].kind == SYMBOL_TRAIT;
        for (uint32_t k = place.index + 1; trait && k < row->count; k++)
            if (row->entries[k].parent == place.index)
                touched_mark(touched, row->entries[k].name, MARK_USE);
    }
}

void touched_mark_local(Touched *touched, uint32_t file, uint32_t name)
{
    Str text = catalog_name(touched->catalog, name);
    uint32_t by_path = (uint32_t)touched->catalog->files.len;
    for (Str word; (word = signs_next_word(&text)).len;) {
        uint32_t id = names_find(&touched->catalog->names, word);
        if (!id || id_map_put(&touched->words, touched->arena, id_pair(file, id), 1) != ID_MAP_NONE)
            continue;
        *VEC_PUSH(touched->arena, &touched->local[file].words) = id;
        touched->grew = true;
        sign(touched, word);
        if (!is_rust(touched, file))
            continue;
        id_map_put(&touched->words, touched->arena, id_pair(by_path, id), 1);
        note_modules(touched, touched_module_words(touched->catalog->files.ptr[file].path));
        note_modules(touched, STR("super"));
        note_modules(touched, touched_placed_modules(touched));
        mark_traits(touched, id);
    }
}

/* Members that are looked up without being named. */
static bool is_unnamed_member(Str name)
{
    return str_starts(name, STR("operator")) || str_equal(name, STR("Item")) ||
           str_equal(name, STR("Output")) || str_equal(name, STR("Target"));
}

/* What the symbol is a member of: a class, what its declaration names, what an impl block is of. */
static void mark_scope(Touched *touched, const Entry *entries, const Entry *entry, uint8_t marks)
{
    if (entry->parent)
        touched_mark(touched, entries[entry->parent].name, marks);
    if (entry->owner)
        touched_mark(touched, entry->owner, marks);
}

void touched_mark_entry(Touched *touched, uint32_t file, const Entry *entries, uint32_t index)
{
    const Entry *entry = &entries[index];
    uint8_t type = entry_is_type(entry) ? MARK_TYPE : 0;
    touched_mark(touched, entry->name, MARK_USE | type);
    if (lang_folds_case(touched->catalog->files.ptr[file].language))
        touched_mark_spellings(touched, entry->name, MARK_USE | type);
    if (entry->kind == SYMBOL_CONSTRUCTOR)
        mark_scope(touched, entries, entry, MARK_USE);
    if (is_unnamed_member(catalog_name(touched->catalog, entry->name)))
        mark_scope(touched, entries, entry, MARK_USE | MARK_TYPE);
    if (entry->kind == SYMBOL_EXPORT || entry->modifiers & MODIFIER(DEFAULT))
        touched_note_default(touched, file);
}

void touched_mark_file(Touched *touched, uint32_t file)
{
    const CatalogFile *row = &touched->catalog->files.ptr[file];
    for (uint32_t i = 1; i < row->count; i++)
        touched_mark_entry(touched, file, row->entries, i);
}

/* ---- texts ---- */

static uint8_t look_at_words(Touched *touched, uint32_t file, Str text)
{
    uint8_t marks = 0;
    for (Str word; (word = signs_next_word(&text)).len;) {
        uint32_t name = is_signed(touched, word) ? names_find(&touched->catalog->names, word) : 0;
        if (name && touched->local[file].words.len &&
            id_map_get(&touched->words, id_pair(file, name)) != ID_MAP_NONE)
            marks |= MARK_USE | MARK_TYPE;
        marks |= name ? touched->marks[name] : 0;
    }
    return marks;
}

static uint8_t marks_of(Touched *touched, uint32_t file, uint32_t text)
{
    if (!text || touched->local[file].all)
        return text ? MARK_USE | MARK_TYPE : 0;
    make_room(touched);
    if (touched->local[file].words.len)
        return touched->marks[text] |
               look_at_words(touched, file, catalog_name(touched->catalog, text));
    uint8_t *known = &touched->texts[text];
    if (!(*known & TEXT_KNOWN))
        *known = TEXT_KNOWN | touched->marks[text] |
                 look_at_words(touched, file, catalog_name(touched->catalog, text));
    return *known & (MARK_USE | MARK_TYPE);
}

/* ---- what follows ---- */

/* A type without an expression in it only means types, but where anything may stand for one. */
static bool reads_uses(Touched *touched, uint32_t file, Str text)
{
    return str_find_byte(text, '(') != STR_NONE || str_find_byte(text, '{') != STR_NONE ||
           resolve_is_dynamic(touched->catalog->files.ptr[file].language);
}

static bool type_differs(Touched *touched, uint32_t file, uint32_t text)
{
    uint8_t marks = marks_of(touched, file, text);
    return marks & MARK_TYPE ||
           (marks && reads_uses(touched, file, catalog_name(touched->catalog, text)));
}

static bool entry_differs(Touched *touched, uint32_t file, const Entry *entries, uint32_t i)
{
    const Entry *entry = &entries[i], *parent = &entries[entry->parent];
    bool block = parent->kind == SYMBOL_IMPL || (parent->kind == SYMBOL_TRAIT &&
                                                 is_rust(touched, file)); // gives methods to others
    bool stub = joined_is_stub(touched->catalog->files.ptr[file].path);
    bool inside = (block || stub) && entry->parent;
    return (entry->type && type_differs(touched, file, entry->type)) ||
           (entry->owner && type_differs(touched, file, entry->owner)) ||
           (inside && marks_of(touched, file, parent->name) & MARK_TYPE);
}

/* A type of its own that has other members now, or a member of one. */
static bool holds_marked(Touched *touched, uint32_t file, const Entry *entry)
{
    return (entry_is_type(entry) && marks_of(touched, file, entry->name) & MARK_TYPE) ||
           (entry->owner && marks_of(touched, file, entry->owner));
}

static bool spread_entries(Touched *touched, uint32_t file)
{
    const CatalogFile *row = &touched->catalog->files.ptr[file];
    bool holds = false;
    for (uint32_t i = 1; i < row->count; i++) {
        holds = holds || holds_marked(touched, file, &row->entries[i]);
        if (entry_differs(touched, file, row->entries, i))
            touched_mark_entry(touched, file, row->entries, i);
    }
    return holds;
}

/* The type around it, or itself. */
static uint32_t heir_of(const Entry *entries, uint32_t index)
{
    while (index && !entry_is_type(&entries[index]))
        index = entries[index].parent;
    return index;
}

/* What stands in an impl block that is for another trait than before. */
static void mark_block(Touched *touched, uint32_t file, const Entry *entries, uint32_t block)
{
    const CatalogFile *row = &touched->catalog->files.ptr[file];
    uint32_t before = touched->before_of[file];
    uint32_t count =
        entries == row->entries ? row->count : touched->before.ptr[before - 1].was.count;
    for (uint32_t i = block + 1; i < count; i++)
        if (entries[i].parent == block)
            touched_mark_entry(touched, file, entries, i);
}

void touched_mark_row(Touched *touched, uint32_t file, const Entry *entries, const ShapeRow *row)
{
    uint32_t heir = row->kind == REFERENCE_BASE ? heir_of(entries, row->symbol) : 0;
    Str name = catalog_name(touched->catalog, row->name);
    bool exported = row->kind == REFERENCE_BIND && str_starts(name, STR("export."));
    if (exported && str_ends(name, STR(".default")))
        touched_note_default(touched, file);
    else if (row->kind == REFERENCE_BIND) // `self.x` is known as x
        touched_mark_words(touched, str_from_offset(name, str_find_last_byte(name, '.') + 1),
                           exported ? MARK_USE | MARK_TYPE : MARK_USE);
    bool made = row->kind == REFERENCE_BIND && str_starts(name, STR("return."));
    if (row->symbol && (made || row->kind != REFERENCE_BIND)) // what a function makes is of it
        touched_mark_entry(touched, file, entries, row->symbol);
    if (heir)
        touched_mark(touched, entries[heir].name, MARK_USE | MARK_TYPE);
    if (heir && entries[heir].kind == SYMBOL_IMPL)
        mark_block(touched, file, entries, heir);
}

static bool row_differs(Touched *touched, uint32_t file, const ShapeRow *row)
{
    uint8_t receiver = marks_of(touched, file, row->receiver);
    switch (row->kind) {
    case REFERENCE_BIND: return receiver;
    case REFERENCE_TYPE: return receiver;
    default: return receiver || marks_of(touched, file, row->name);
    }
}

static void spread_shape(Touched *touched, uint32_t file)
{
    const CatalogFile *row = &touched->catalog->files.ptr[file];
    if (!row->shape.len)
        return;
    ShapeReader reader = catalog_shape_rows(touched->catalog, row->shape);
    ShapeRow at;
    while (catalog_shape_next(&reader, &at)) {
        if (at.symbol >= row->count || !row_differs(touched, file, &at))
            continue;
        touched_mark_row(touched, file, row->entries, &at);
        if (at.kind == REFERENCE_BASE && at.flags & REFERENCE_OPENS)
            touched_mark_file(touched, file);
    }
}

/* True when it holds what is marked. */
static bool spread_file(Touched *touched, uint32_t file)
{
    bool holds = spread_entries(touched, file);
    spread_shape(touched, file);
    return holds;
}

/* ---- along imports ---- */

static bool is_local(const Touched *touched, uint32_t file, uint32_t word)
{
    return id_map_get(&touched->words, id_pair(file, word)) != ID_MAP_NONE;
}

/* The words that `file` mentions of those that are local in `from`. */
typedef struct Shared {
    Touched *touched;
    uint32_t file, from;
    bool any, module;
} Shared;

static bool look_at_mention(void *context, uint32_t name)
{
    Shared *shared = context;
    shared->any = shared->any || is_local(shared->touched, shared->from, name);
    shared->module = shared->module || id_map_get(&shared->touched->modules, name) != ID_MAP_NONE;
    return true;
}

static bool take_mention(void *context, uint32_t name)
{
    const Shared *shared = context;
    if (is_local(shared->touched, shared->from, name))
        touched_mark_local(shared->touched, shared->file, name);
    return true;
}

/* A file that has another as a whole; `from` is past the last file: by paths of Rust. */
static bool spread_whole(Touched *touched, uint32_t file, uint32_t from)
{
    Shared shared = {.touched = touched, .file = file, .from = from};
    catalog_mentions(touched->catalog, file, look_at_mention, &shared);
    bool due = shared.any && (shared.module || from < touched->catalog->files.len);
    if (due)
        catalog_mentions(touched->catalog, file, take_mention, &shared);
    touched->chosen[file] = touched->chosen[file] || due;
    return due;
}

static bool has_local(Touched *touched, uint32_t file, Str text)
{
    bool found = false;
    for (Str word; !found && (word = signs_next_word(&text)).len;) {
        uint32_t id = names_find(&touched->catalog->names, word);
        found = id && is_local(touched, file, id);
    }
    return found;
}

/* All that `from` has is had from the file too. */
static void pass_on(Touched *touched, uint32_t file, uint32_t from)
{
    for (size_t i = 0; i < touched->local[from].words.len; i++)
        touched_mark_local(touched, file, touched->local[from].words.ptr[i]);
}

/* What a file imports others may have from it, `import a as b` by the other name. */
static void spread_link(Touched *touched, uint32_t file, const ImportLink *link)
{
    Str name = catalog_name(touched->catalog, link->name);
    bool all = str_equal(name, STR("*")) || str_ends(name, STR(".*")), whole = !name.len || all;
    bool from = link->target != FILE_NOWHERE && link->target != file &&
                touched->local[link->target].words.len;
    bool renamed =
        !whole && link->alias && link->alias != link->name && marks_of(touched, file, link->name);
    bool passed = from && (whole ? spread_whole(touched, file, link->target)
                                 : has_local(touched, link->target, name));
    if (from && all && touched_passes_on(touched, file, link))
        pass_on(touched, file, link->target);
    if (passed || renamed)
        touched_mark_local(touched, file, link->alias ? link->alias : link->name);
    touched->chosen[file] = touched->chosen[file] || passed;
}

static void spread_links(Touched *touched, uint32_t file)
{
    Arena work = touched->scratch;
    const CatalogFile *row = &touched->catalog->files.ptr[file];
    if (!row->count || resolve_is_linked(row->language))
        return;
    ImportLinkVec links = touched_links(touched, &work, file);
    for (size_t i = 0; i < links.len; i++)
        spread_link(touched, file, &links.ptr[i]);
    if (touched->modules.len && is_rust(touched, file))
        spread_whole(touched, file, (uint32_t)touched->catalog->files.len);
}

void touched_spread(Touched *touched)
{
    make_room(touched);
    bool local = touched->words.len > 0;
    for (size_t i = 0; i < touched->catalog->files.len && !local; i++)
        local = touched->local[i].all;
    while ((touched->grew || local || touched->defaults_due.len) && !touched->everything) {
        touched->grew = local = false;
        touched_follow_defaults(touched);
        memset(touched->texts, 0, touched->name_count);
        for (uint32_t file = 0; file < touched->catalog->files.len; file++) {
            touched->holds[file] = may_differ(touched, file) && spread_file(touched, file);
            spread_links(touched, file);
        }
    }
}
