/* Old and new entries of a changed file are paired from both ends; what is left between is gone or
   new, and its names are marked. Names spread (touched_spread.c), imports are compared with what
   they were (touched_links.c), and a pass over the mentions of all files picks those that mention a
   marked name. Few changes may reach any file, whatever it mentions: settings that decide imports,
   a file that is of another package or language than before, namespaces that only a macro opens. */
#include "index/touched_state.h"

#include "base/hash.h"
#include "base/path.h"

Touched *touched_open(Arena *arena, Catalog *catalog)
{
    Touched *touched = NEW(arena, Touched, 1);
    *touched = (Touched){.arena = arena, .catalog = catalog};
    return touched;
}

void touched_note(Touched *touched, uint32_t file)
{
    const CatalogFile *row = &touched->catalog->files.ptr[file];
    *VEC_PUSH(touched->arena, &touched->before) = (Before){.file = file,
                                                           .count = row->count,
                                                           .entries = row->entries,
                                                           .path = row->path,
                                                           .shape = row->shape,
                                                           .links = row->links,
                                                           .class = row->class,
                                                           .package = row->package,
                                                           .language = row->language};
}

/* ---- pairs ---- */

/* How many errors are dropped in its body is nobody else's business. */
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
    uint32_t same = 0;
    while (same < before->count && same < now->count &&
           same_definition(&before->entries[same], &now->entries[same]) &&
           before->entries[same].parent == now->entries[same].parent)
        same++;
    return same;
}

/* The old index from which on all are the same, with their parents. */
static uint32_t same_end(const Before *before, const CatalogFile *now, uint32_t beginning)
{
    uint32_t shift = now->count - before->count, start = before->count; // wraps around
    uint32_t most = MIN(before->count, now->count) - beginning;
    for (; most; most--, start--) {
        const Entry *a = &before->entries[start - 1], *b = &now->entries[start - 1 + shift];
        uint32_t parent = a->parent < beginning ? a->parent : a->parent + shift;
        if (!same_definition(a, b) || parent != b->parent)
            break;
    }
    for (uint32_t i = start; i < before->count; i++)
        if (before->entries[i].parent >= beginning && before->entries[i].parent < start)
            start = i + 1;
    return start;
}

/* Where the new entries that have no pair end. */
static uint32_t pair_entries(Touched *touched, Before *before, uint32_t *beginning)
{
    const CatalogFile *now = &touched->catalog->files.ptr[before->file];
    *beginning = same_beginning(before, now);
    uint32_t end = same_end(before, now, *beginning), shift = now->count - before->count;
    before->map = NEW(touched->arena, uint32_t, before->count + 1);
    for (uint32_t i = 0; i < before->count; i++)
        before->map[i] = i < *beginning ? i : i >= end ? i + shift : SYMBOL_NOWHERE;
    before->moved = shift && end < before->count;
    before->gone = end > *beginning;
    return end + shift;
}

/* ---- shapes ---- */

/* For each symbol what its rows say, in order. */
static uint64_t *sum_rows(Touched *touched, Str shape, uint32_t count)
{
    uint64_t *sums = NEW(&touched->scratch, uint64_t, count + 1);
    ShapeReader reader = catalog_shape_rows(touched->catalog, shape);
    ShapeRow row;
    while (catalog_shape_next(&reader, &row)) {
        uint32_t parts[] = {row.kind, row.flags, row.name, row.receiver, row.arguments};
        if (row.symbol < count)
            sums[row.symbol] = sums[row.symbol] * UINT64_C(0x9E3779B97F4A7C15) +
                               hash_fast((Str){(const char *)parts, sizeof parts});
    }
    return sums;
}

/* C++'s `using`, or a macro that opens a namespace: what the whole file means by its names. */
static void mark_opened(Touched *touched, uint32_t file, const ShapeRow *row)
{
    Str receiver = catalog_name(touched->catalog, row->receiver);
    if (row->kind == REFERENCE_USE && str_equal(receiver, STR("namespace")))
        touched->everything = true;
    if (row->kind == REFERENCE_BASE && row->flags & REFERENCE_OPENS)
        touched_mark_file(touched, file);
}

typedef struct Side {
    Str shape;
    const Entry *entries;
    uint32_t count;
    const bool *differs; /* by index */
} Side;

static void mark_rows(Touched *touched, uint32_t file, const Side *side)
{
    ShapeReader reader = catalog_shape_rows(touched->catalog, side->shape);
    ShapeRow row;
    while (catalog_shape_next(&reader, &row)) {
        if (row.symbol >= side->count || !side->differs[row.symbol])
            continue;
        touched_mark_row(touched, file, side->entries, &row);
        mark_opened(touched, file, &row);
    }
}

static void compare_shapes(Touched *touched, const Before *before)
{
    const CatalogFile *now = &touched->catalog->files.ptr[before->file];
    Arena kept = touched->scratch;
    uint64_t *old = sum_rows(touched, before->shape, before->count);
    uint64_t *new = sum_rows(touched, now->shape, now->count);
    bool *old_differs = NEW(&touched->scratch, bool, before->count + 1);
    bool *new_differs = NEW(&touched->scratch, bool, now->count + 1);
    memset(new_differs, true, now->count + 1);
    for (uint32_t i = 0; i < before->count; i++) {
        uint32_t at = before->map[i];
        old_differs[i] = at == SYMBOL_NOWHERE || old[i] != new[at];
        if (at != SYMBOL_NOWHERE)
            new_differs[at] = old_differs[i];
    }
    mark_rows(touched, before->file,
              &(Side){before->shape, before->entries, before->count, old_differs});
    mark_rows(touched, before->file, &(Side){now->shape, now->entries, now->count, new_differs});
    touched->scratch = kept;
}

/* ---- TypeScript's files without imports and exports ---- */

static bool is_script(const Entry *entries, uint32_t count, Str shape)
{
    Unpack in = unpack_open(shape);
    bool imports = !unpack_is_done(&in) && unpack_take(&in);
    for (uint32_t i = 1; i < count && !imports; i++)
        imports =
            !entries[i].parent && (entries[i].kind == SYMBOL_EXPORT ||
                                   entries[i].modifiers & (MODIFIER(EXPORTED) | MODIFIER(DEFAULT)));
    return !imports;
}

/* What such files declare all others see. */
static void compare_kind(Touched *touched, const Before *before)
{
    const CatalogFile *now = &touched->catalog->files.ptr[before->file];
    if (!now->count || !str_equal(lang_id(now->language), STR("typescript")) ||
        is_script(before->entries, before->count, before->shape) ==
            is_script(now->entries, now->count, now->shape))
        return;
    for (uint32_t i = 1; i < before->count; i++)
        touched_mark_entry(touched, before->file, before->entries, i);
    touched_mark_file(touched, before->file);
}

/* ---- one changed file ---- */

static bool is_settings(Str path)
{
    static const Str names[] = {STR_INIT("package.json"), STR_INIT("go.mod"),
                                STR_INIT("Cargo.toml"), STR_INIT("base.json")};
    Str base = path_base(path);
    for (size_t i = 0; i < COUNT(names); i++)
        if (str_equal(base, names[i]))
            return true;
    return str_ends(base, STR(".json")) && (str_find(base, STR("config")) != STR_NONE ||
                                            str_find(path, STR("node_modules/")) != STR_NONE);
}

static bool is_namespace(SymbolKind kind)
{
    return kind == SYMBOL_NAMESPACE || kind == SYMBOL_PACKAGE;
}

/* One more block of a namespace that is there anyway, or one less, concerns only what is in it. */
static bool stays(Touched *touched, const Entry *entry)
{
    const Catalog *catalog = touched->catalog;
    IdSpan all = catalog_named(touched->catalog, entry->name);
    for (size_t i = 0; i < all.len && is_namespace((SymbolKind)entry->kind); i++) {
        SymbolPlace place = catalog_place(catalog, all.ptr[i]);
        if (!touched->before_of[place.file] &&
            catalog->files.ptr[place.file].entries[place.index].kind == entry->kind)
            return true;
    }
    return false;
}

/* Nothing leads to a heading or a key. */
static bool is_found(const Before *before, const CatalogFile *now)
{
    FileClass class = now->count ? now->class : before->class;
    return (class != FILE_DOC && class != FILE_DATA) || now->shape.len || before->shape.len ||
           now->mentions.len;
}

static void compare_file(Touched *touched, Before *before)
{
    const CatalogFile *now = &touched->catalog->files.ptr[before->file];
    uint32_t beginning, end = pair_entries(touched, before, &beginning);
    bool both = before->count && now->count;
    bool other = both && (before->package != now->package || before->language != now->language);
    if (other || is_settings(before->path)) {
        touched->everything = true;
        return;
    }
    touched->chosen[before->file] = true;
    if (!is_found(before, now))
        return;
    for (uint32_t i = MAX(beginning, 1u); i < before->count; i++)
        if (before->map[i] == SYMBOL_NOWHERE && !stays(touched, &before->entries[i]))
            touched_mark_entry(touched, before->file, before->entries, i);
    for (uint32_t i = MAX(beginning, 1u); i < end; i++)
        if (!stays(touched, &now->entries[i]))
            touched_mark_entry(touched, before->file, now->entries, i);
    compare_shapes(touched, before);
    compare_kind(touched, before);
}

/* ---- the choice ---- */

static bool is_marked(void *context, uint32_t name)
{
    struct {
        const Touched *touched;
        bool found;
    } *search = context;
    search->found = name < search->touched->name_count && search->touched->marks[name];
    return !search->found;
}

static bool mentions_marked(Touched *touched, uint32_t file)
{
    struct {
        const Touched *touched;
        bool found;
    } search = {touched, false};
    catalog_mentions(touched->catalog, file, is_marked, &search);
    return search.found;
}

/* A type of its own that has other members now, or a member of one. */
static bool holds_marked(Touched *touched, uint32_t id)
{
    const CatalogFile *file = &touched->catalog->files.ptr[id];
    for (uint32_t i = 1; i < file->count; i++) {
        const Entry *entry = &file->entries[i];
        if ((touched_is_type(entry) && touched_words(touched, id, entry->name) & MARK_TYPE) ||
            (entry->owner && touched_words(touched, id, entry->owner)))
            return true;
    }
    return false;
}

static bool list_changed(const Touched *touched)
{
    for (size_t i = 0; i < touched->before.len; i++) {
        const Before *before = &touched->before.ptr[i];
        if (!before->count || !touched->catalog->files.ptr[before->file].count)
            return true;
    }
    return false;
}

static void compare(Touched *touched)
{
    for (size_t i = 0; i < touched->before.len && !touched->everything; i++)
        compare_file(touched, &touched->before.ptr[i]);
    if (!touched->everything)
        touched_compare_links(touched, list_changed(touched));
    if (!touched->everything)
        touched_spread(touched);
    if (!touched->everything)
        touched_follow_moves(touched);
}

static void choose(Touched *touched)
{
    const Catalog *catalog = touched->catalog;
    bool marked = false;
    for (size_t i = 0; i < touched->name_count && !marked; i++)
        marked = touched->marks[i];
    for (uint32_t file = 0; file < catalog->files.len; file++) {
        bool *chosen = &touched->chosen[file];
        *chosen = *chosen || touched->everything;
        if (marked && !*chosen && catalog->files.ptr[file].count)
            *chosen = mentions_marked(touched, file) || holds_marked(touched, file);
    }
}

const bool *touched_files(Touched *touched, Resolver *resolver, Arena scratch)
{
    size_t files = touched->catalog->files.len;
    touched->resolver = resolver;
    touched->scratch = scratch;
    touched->local = NEW(touched->arena, LocalWords, files + 1);
    touched->chosen = NEW(touched->arena, bool, files + 1);
    touched->relinks = NEW(touched->arena, bool, files + 1);
    touched->defaults = NEW(touched->arena, bool, files + 1);
    touched->before_of = NEW(touched->arena, uint32_t, files + 1);
    for (size_t i = 0; i < touched->before.len; i++)
        touched->before_of[touched->before.ptr[i].file] = (uint32_t)i + 1;
    touched->name_count = 0;
    compare(touched);
    choose(touched);
    return touched->chosen;
}
