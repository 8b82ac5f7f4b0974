/* Old and new entries of a changed file are matched from both ends. Unmatched entries in between
   are gone or new, and their names are marked. Marks spread along the texts of types, bases and
   assignments (dirty_spread.c), and imports are compared with the former ones (dirty_links.c). A
   last pass over the mentions of all files chooses those that mention a marked name.

   The targets of a file's references depend on the following, and on nothing else:
   1. The file's own facts: changed files are resolved.
   2. Its imports, which depend on paths and on the imports_face of each file. If one of these
      differs, the imports of all files are resolved again and compared.
   3. Symbols by name. They are looked up by words in the file's references and imports, and by
      words in the types, bases, assignments, aliases and macros of the symbols found. A symbol that
      is gone, new, or has another definition, package or path marks its name, and marks spread
      along such texts. An import that differs marks its name for the file and for files that import
      the name from there.
   4. Symbols that the rules of a language look up without naming them: dirty_mark_entry marks the
      name that leads there.
   5. C, shells: the files a file includes, directly or not: dirty_links.c marks all their symbols.
      A file that others include in the middle of their code also depends on the names that these
      see, and on the scope around the include: resolve_choose_fragments.
   6. Scripts: a file's default export: dirty_links.c.
   7. Rust: modules in paths `crate::a::b`, known from the files that exist and from `mod`
      declarations: mark_module, mark_tree.
   8. Java and related languages: packages in paths `a.b.C`, known from the files in them:
      mark_package.
   9. Stubs and declarations of a package: the announced symbols have the same names, so 3 covers
      them.
      Members of an announced type mean something else when the type does: entry_differs.
   10. Namespaces that only a macro opens, the folders of package.json, the contents of Cargo.toml,
      and sources that a stub in a separate tree may describe. If one of these changes, every file
      is resolved.

   11. An imported index of a compiler, which counts while the file and the target have the contents
       that the compiler saw: choose_compiled.

   A rule that depends on more must be added to this list. */
#include "index/update/dirty_state.h"

#include "base/hash.h"
#include "base/limits.h"
#include "base/map.h"
#include "base/path.h"
#include "index/catalog/ambient.h"
#include "index/catalog/counterparts.h"

DirtySet *dirty_open(Arena *arena, Catalog *catalog)
{
    DirtySet *dirty = NEW(arena, DirtySet, 1);
    *dirty = (DirtySet){.arena = arena, .catalog = catalog};
    return dirty;
}

void dirty_note(DirtySet *dirty, uint32_t file)
{
    *VEC_PUSH(dirty->arena, &dirty->before) =
        (Before){.file = file, .was = dirty->catalog->files.ptr[file]};
}

/* ---- matching entries ---- */

/* The count of swallowed errors in a body is invisible to other files. */
static uint32_t visible_modifiers(const Entry *entry)
{
    return entry->modifiers & ~(ENTRY_UNGUARDED_MAX << ENTRY_UNGUARDED_SHIFT);
}

static bool same_definition(const Entry *a, const Entry *b)
{
    return a->name == b->name && a->owner == b->owner && a->type == b->type &&
           visible_modifiers(a) == visible_modifiers(b) && a->kind == b->kind &&
           a->arity == b->arity;
}

static uint32_t same_beginning(const Before *before, const CatalogFile *now)
{
    const CatalogFile *was = &before->was;
    uint32_t same = 0;
    while (same < was->count && same < now->count &&
           same_definition(&was->entries[same], &now->entries[same]) &&
           was->entries[same].parent == now->entries[same].parent)
        same++;
    return same;
}

/* The old index from which on all entries are the same, with their parents. */
static uint32_t same_end(const Before *before, const CatalogFile *now, uint32_t beginning)
{
    const CatalogFile *was = &before->was;
    uint32_t shift = now->count - was->count, start = was->count; // wraps around
    uint32_t most = MIN(was->count, now->count) - beginning;
    for (; most; most--, start--) {
        const Entry *a = &was->entries[start - 1], *b = &now->entries[start - 1 + shift];
        uint32_t parent = a->parent < beginning ? a->parent : a->parent + shift;
        if (!same_definition(a, b) || parent != b->parent)
            break;
    }
    for (uint32_t i = start; i < was->count; i++)
        if (was->entries[i].parent >= beginning && was->entries[i].parent < start)
            start = i + 1;
    return start;
}

/* Whether every symbol of the file means something else: the file is in another package or language
   now, or its declarations began or ceased to announce symbols of other files. */
static bool is_elsewhere(const DirtySet *dirty, const Before *before)
{
    const CatalogFile *now = &dirty->catalog->files.ptr[before->file];
    return before->was.count && now->count &&
           (imports_unit_key(dirty->catalog, &before->was) !=
                imports_unit_key(dirty->catalog, now) ||
            ambient_is_module(&before->was) != ambient_is_module(now));
}

/* Returns the end of the new entries without a match; they begin at *beginning. */
static uint32_t pair_entries(DirtySet *dirty, Before *before, uint32_t *beginning)
{
    const CatalogFile *now = &dirty->catalog->files.ptr[before->file];
    uint32_t count = before->was.count, shift = now->count - count;
    bool elsewhere = before->elsewhere = is_elsewhere(dirty, before);
    *beginning = elsewhere ? 1 : same_beginning(before, now);
    uint32_t end = elsewhere ? count : same_end(before, now, *beginning);
    before->map = NEW(dirty->arena, uint32_t, count + 1);
    for (uint32_t i = 0; i < count; i++)
        before->map[i] = i < *beginning ? i : i >= end ? i + shift : SYMBOL_NOWHERE;
    before->moved = shift && end < count;
    before->gone = end > *beginning;
    return end + shift;
}

/* ---- shapes ---- */

/* By symbol: a hash of its rows, in order. */
static uint64_t *sum_rows(DirtySet *dirty, Str shape, uint32_t count)
{
    uint64_t *sums = NEW(&dirty->scratch, uint64_t, count + 1);
    ShapeReader reader = catalog_shape_rows(dirty->catalog, shape);
    ShapeRow row;
    while (catalog_shape_next(&reader, &row)) {
        uint32_t parts[] = {row.kind, row.flags, row.name, row.receiver, row.arguments};
        if (row.symbol < count)
            sums[row.symbol] = sums[row.symbol] * HASH_SPREAD +
                               hash_fast((Str){(const char *)parts, sizeof parts});
    }
    return sums;
}

/* C++ `using`, and macros that open a namespace, decide the meaning of all names in the file. */
static void mark_opened(DirtySet *dirty, uint32_t file, const ShapeRow *row)
{
    Str receiver = catalog_name(dirty->catalog, row->receiver);
    if (row->kind == REFERENCE_USE && str_equal(receiver, STR("namespace")))
        dirty->everything = true;
    if (row->kind == REFERENCE_BASE && row->flags & REFERENCE_OPENS)
        dirty_mark_file(dirty, file);
}

/* `differs`: by symbol index. */
static void mark_rows(DirtySet *dirty, uint32_t file, const CatalogFile *side, const bool *differs)
{
    ShapeReader reader = catalog_shape_rows(dirty->catalog, side->shape);
    ShapeRow row;
    while (catalog_shape_next(&reader, &row)) {
        if (row.symbol >= side->count || !differs[row.symbol])
            continue;
        dirty_mark_row(dirty, file, side->entries, &row);
        mark_opened(dirty, file, &row);
    }
}

static void compare_shapes(DirtySet *dirty, const Before *before)
{
    const CatalogFile *was = &before->was, *now = &dirty->catalog->files.ptr[before->file];
    Arena kept = dirty->scratch;
    uint64_t *old = sum_rows(dirty, was->shape, was->count);
    uint64_t *new = sum_rows(dirty, now->shape, now->count);
    bool *old_differs = NEW(&dirty->scratch, bool, was->count + 1);
    bool *new_differs = NEW(&dirty->scratch, bool, now->count + 1);
    memset(new_differs, true, now->count + 1);
    for (uint32_t i = 0; i < was->count; i++) {
        uint32_t at = before->map[i];
        old_differs[i] = at == SYMBOL_NOWHERE || old[i] != new[at];
        if (at != SYMBOL_NOWHERE)
            new_differs[at] = old_differs[i];
    }
    mark_rows(dirty, before->file, was, old_differs);
    mark_rows(dirty, before->file, now, new_differs);
    dirty->scratch = kept;
}

/* ---- names that are not marked ---- */

/* False for headings and keys of documents and data: no reference leads to them. */
static bool is_found(const CatalogFile *row)
{
    return (row->class != FILE_DOC && row->class != FILE_DATA) || row->shape.len ||
           row->mentions.len;
}

static bool is_nameless(Str name)
{
    return !name.len || name.ptr[0] == '(';
}

/* The nearest enclosing namespace with a name; 0: none. */
static uint32_t space_around(const DirtySet *dirty, const CatalogFile *row, uint32_t index)
{
    do
        index = row->entries[index].parent;
    while (index && row->entries[index].kind == SYMBOL_NAMESPACE &&
           is_nameless(catalog_name(dirty->catalog, row->entries[index].name)));
    return index;
}

/* Whether two blocks belong to one namespace: the same names up to the file, in the same
   package. */
static bool is_same_space(const DirtySet *dirty, const CatalogFile *a, uint32_t i,
                          const CatalogFile *b, uint32_t k)
{
    for (; i && k; i = space_around(dirty, a, i), k = space_around(dirty, b, k))
        if (a->entries[i].kind != SYMBOL_NAMESPACE || b->entries[k].kind != SYMBOL_NAMESPACE ||
            a->entries[i].name != b->entries[k].name)
            return false;
    Str package = imports_package_name(dirty->catalog, a);
    bool one = resolve_is_linked(a->language)
                   ? resolve_is_linked(b->language)
                   : package.len && a->language == b->language &&
                         str_equal(package, imports_package_name(dirty->catalog, b));
    return i == k && one;
}

/* A further block of an existing namespace, or one block less, changes only the symbols in it, as
   long as nothing but namespaces has that name. */
static bool stays(DirtySet *dirty, const CatalogFile *row, uint32_t index)
{
    Catalog *catalog = dirty->catalog;
    bool there = false, only = row->entries[index].kind == SYMBOL_NAMESPACE;
    IdSpan all = only ? catalog_named(catalog, row->entries[index].name) : (IdSpan){0};
    for (size_t i = 0; i < all.len && only; i++) {
        SymbolPlace place = catalog_place(catalog, all.ptr[i]);
        const CatalogFile *other = &catalog->files.ptr[place.file];
        only = other->entries[place.index].kind == SYMBOL_NAMESPACE || !is_found(other);
        there = there || (!dirty->before_of[place.file] &&
                          is_same_space(dirty, row, index, other, place.index));
    }
    return only && there;
}

/* An unmarked symbol still counts among the symbols of its name, of which at most
   RESOLVE_NAMESAKES_MAX are examined. */
static void note_passed(DirtySet *dirty, uint32_t name, bool gone)
{
    uint32_t next = (uint32_t)dirty->passed.len;
    uint32_t at = name ? id_map_get(&dirty->passed_at, name) : ID_MAP_NONE;
    if (name && at == ID_MAP_NONE) {
        id_map_put(&dirty->passed_at, dirty->arena, name, next);
        *VEC_PUSH(dirty->arena, &dirty->passed) = (Passed){.name = name};
        at = next;
    }
    if (name)
        dirty->passed.ptr[at].more += gone ? -1 : 1;
}

static void mark_passed(DirtySet *dirty)
{
    for (size_t i = 0; i < dirty->passed.len; i++) {
        const Passed *passed = &dirty->passed.ptr[i];
        int64_t count = (int64_t)catalog_named(dirty->catalog, passed->name).len;
        bool many = count > RESOLVE_NAMESAKES_MAX;
        if (many == (count - passed->more > RESOLVE_NAMESAKES_MAX))
            continue;
        dirty_mark_name(dirty, passed->name, MEANS_USE | MEANS_TYPE);
        dirty_mark_spellings(dirty, passed->name, MEANS_USE | MEANS_TYPE);
    }
}

/* ---- one changed file ---- */

/* Whether the change may reach any file. The places of package.json decide which scripts are one
   program, and Cargo.toml decides the names of crates in paths. A stub in a separate tree describes
   a source only if no second candidate exists. */
static bool reaches_all(const DirtySet *dirty, const Before *before, const CatalogFile *now)
{
    const CatalogFile *row = now->count ? now : &before->was;
    bool listed = !before->was.count || !now->count;
    Str name = path_base(row->path);
    return str_equal(name, STR("Cargo.toml")) ||
           (listed && (str_equal(name, STR("package.json")) ||
                       counterpart_has_tree_stub(dirty->catalog, row->path)));
}

/* Marks the names in paths that lead to a Rust file that was added or removed. */
static void mark_module(DirtySet *dirty, const CatalogFile *row)
{
    if (!imports_have_module_tree(row->language))
        return;
    dirty_mark_words(dirty, dirty_module_words(row->path), MEANS_USE | MEANS_TYPE);
    Str placed = dirty_placed_modules(dirty);
    dirty_mark_words(dirty, placed, MEANS_USE | MEANS_TYPE);
    if (placed.len)
        dirty_mark_words(dirty, STR("crate super self"), MEANS_USE | MEANS_TYPE);
}

/* Java and related languages: whether an unchanged file is in the package. */
static bool is_package_kept(DirtySet *dirty, uint32_t package)
{
    const Catalog *catalog = dirty->catalog;
    for (uint32_t file = 0; file < catalog->files.len && !dirty->packages_known; file++)
        if (!dirty->before_of[file] && catalog->files.ptr[file].package)
            id_map_put(&dirty->packages, dirty->arena, catalog->files.ptr[file].package, 1);
    dirty->packages_known = true;
    return id_map_get(&dirty->packages, package) != ID_MAP_NONE;
}

/* A package that was added or removed decides where paths with that prefix lead. */
static void mark_package(DirtySet *dirty, const CatalogFile *was, const CatalogFile *now)
{
    const CatalogFile *sides[] = {was, now};
    for (size_t i = 0; i < COUNT(sides) && was->package != now->package; i++) {
        Str name = catalog_name(dirty->catalog, sides[i]->package);
        bool asked = sides[i]->count && resolve_has_packages(sides[i]->language) && name.len;
        if (asked && !is_package_kept(dirty, sides[i]->package))
            dirty_mark_words(dirty, str_from_offset(name, str_find_last_byte(name, '.') + 1),
                             MEANS_USE | MEANS_TYPE);
    }
}

/* Rust: marks path prefixes when the file's modules differ, since files below it may have another
   root then. */
static void mark_tree(DirtySet *dirty, const CatalogFile *was, const CatalogFile *now)
{
    if (imports_modules_key(was) != imports_modules_key(now))
        dirty_mark_words(dirty, STR("crate super self"), MEANS_USE | MEANS_TYPE);
}

static void mark_side(DirtySet *dirty, const Before *before, const CatalogFile *side,
                      uint32_t start, uint32_t end)
{
    bool gone = side == &before->was, found = is_found(side);
    for (uint32_t i = MAX(start, 1u); i < end; i++)
        if (found && !stays(dirty, side, i))
            dirty_mark_entry(dirty, before->file, side->entries, i);
        else
            note_passed(dirty, side->entries[i].name, gone);
}

static void compare_file(DirtySet *dirty, Before *before)
{
    const CatalogFile *was = &before->was, *now = &dirty->catalog->files.ptr[before->file];
    uint32_t beginning, end = pair_entries(dirty, before, &beginning);
    dirty->everything = dirty->everything || reaches_all(dirty, before, now);
    dirty->chosen[before->file] = true;
    dirty->imports_may_differ =
        dirty->imports_may_differ || !was->count || !now->count ||
        imports_face(dirty->catalog, was) != imports_face(dirty->catalog, now);
    mark_side(dirty, before, was, beginning, end - (now->count - was->count));
    mark_side(dirty, before, now, beginning, end);
    compare_shapes(dirty, before);
    if (!was->count || !now->count)
        mark_module(dirty, was->count ? was : now);
    mark_tree(dirty, was, now);
    mark_package(dirty, was, now);
}

/* ---- choosing files ---- */

static void compare(DirtySet *dirty)
{
    for (size_t i = 0; i < dirty->before.len && !dirty->everything; i++)
        compare_file(dirty, &dirty->before.ptr[i]);
    if (!dirty->everything)
        mark_passed(dirty);
    if (!dirty->everything)
        dirty_compare_links(dirty);
    if (!dirty->everything)
        dirty_spread(dirty);
    if (!dirty->everything)
        dirty_follow_moves(dirty);
}

/* A compiler's word counts while both files have the contents that it saw. */
typedef struct CompiledDirt {
    DirtySet *dirty;
    Map before; /* path → index in dirty->before */
} CompiledDirt;

static void look_at_target(void *context, uint32_t file, Str path, Str hash)
{
    const CompiledDirt *dirt = context;
    const DirtySet *dirty = dirt->dirty;
    const uint64_t *at = map_find(&dirt->before, path);
    if (!at)
        return;
    const Before *before = &dirty->before.ptr[*at];
    const CatalogFile *now = &dirty->catalog->files.ptr[before->file];
    bool is = str_equal(now->path, path) && str_equal(now->hash, hash);
    if (is != str_equal(before->was.hash, hash))
        dirt->dirty->chosen[file] = true;
}

static void choose_compiled(DirtySet *dirty)
{
    Arena kept = dirty->scratch;
    CompiledDirt dirt = {.dirty = dirty, .before = map_open(&dirty->scratch)};
    for (size_t i = 0; i < dirty->before.len; i++) {
        const Before *before = &dirty->before.ptr[i];
        const CatalogFile *now = &dirty->catalog->files.ptr[before->file];
        Str path = before->was.path.len ? before->was.path : now->path;
        *map_put(&dirt.before, path, NULL) = i;
    }
    resolve_visit_compiled(dirty->resolver, look_at_target, &dirt);
    dirty->scratch = kept;
}

static void choose(DirtySet *dirty)
{
    const Catalog *catalog = dirty->catalog;
    bool marked = false;
    for (size_t i = 0; i < dirty->name_count && !marked; i++)
        marked = dirty->marks[i];
    for (uint32_t file = 0; file < catalog->files.len; file++) {
        bool *chosen = &dirty->chosen[file];
        *chosen = *chosen || dirty->everything;
        if (marked && !*chosen && catalog->files.ptr[file].count)
            *chosen = dirty->holds[file] ||
                      catalog_mentions_any(catalog, file, dirty->marks, dirty->name_count);
    }
}

const bool *dirty_files(DirtySet *dirty, Resolver *resolver, Arena scratch)
{
    size_t files = dirty->catalog->files.len;
    dirty->resolver = resolver;
    dirty->scratch = scratch;
    dirty->local = NEW(dirty->arena, LocalWords, files + 1);
    dirty->holds = NEW(dirty->arena, bool, files + 1);
    dirty->chosen = NEW(dirty->arena, bool, files + 1);
    dirty->relinks = NEW(dirty->arena, bool, files + 1);
    dirty->defaults = NEW(dirty->arena, bool, files + 1);
    dirty->before_of = NEW(dirty->arena, uint32_t, files + 1);
    for (size_t i = 0; i < dirty->before.len; i++)
        dirty->before_of[dirty->before.ptr[i].file] = (uint32_t)i + 1;
    dirty->name_count = 0;
    compare(dirty);
    choose_compiled(dirty);
    choose(dirty);
    return dirty->chosen;
}
