/* A symbol's definition is what others can see of it: name, kind, owner, type, parent, modifiers,
   arity. Two passes over the entries of a changed file, before and after, give the names whose
   definitions or indices differ; a bitmap of names then picks the files that mention one. Line
   numbers are no part of a definition: editing a body touches only the file itself.

   What a file only mentions through others: a macro that calls a marked name marks its own name, an
   object that lists one under another name that name.
   Where a change may reach any file (types that come or go, bases, what an included file includes,
   whole modules that are passed on), all are resolved again. */
#include "index/touched.h"

#include "base/hash.h"
#include "base/limits.h"
#include "base/path.h"

typedef struct Before {
    uint32_t file;
    uint32_t count;
    const Entry *entries;
    Str shape;
} Before;

struct Touched {
    Arena *arena;
    Catalog *catalog;
    VEC(Before) before;
};

Touched *touched_open(Arena *arena, Catalog *catalog)
{
    Touched *touched = NEW(arena, Touched, 1);
    *touched = (Touched){.arena = arena, .catalog = catalog};
    return touched;
}

void touched_note(Touched *touched, uint32_t file)
{
    const CatalogFile *row = &touched->catalog->files.ptr[file];
    *VEC_PUSH(touched->arena, &touched->before) =
        (Before){file, row->count, row->entries, row->shape};
}

typedef struct Marks {
    uint64_t *names;
    size_t name_count;
} Marks;

static void mark_name(Marks *marks, uint32_t name)
{
    marks->names[name / 64] |= UINT64_C(1) << name % 64;
}

static bool same_definition(const Entry *a, const Entry *b)
{
    return a->name == b->name && a->owner == b->owner && a->type == b->type &&
           a->parent == b->parent && a->modifiers == b->modifiers && a->kind == b->kind &&
           a->arity == b->arity;
}

/* A symbol and its parent: who calls a class may mean its constructor. */
static void mark_entries(Marks *marks, const Entry *entries, uint32_t from, uint32_t count)
{
    for (uint32_t i = from; i < count; i++) {
        mark_name(marks, entries[i].name);
        mark_name(marks, entries[entries[i].parent].name);
    }
}

/* From the first difference on, indices may have moved: every name there is marked. */
static void mark_differences(const Touched *touched, const Before *before, Marks *marks)
{
    const CatalogFile *now = &touched->catalog->files.ptr[before->file];
    uint32_t same = 0;
    while (same < before->count && same < now->count &&
           same_definition(&before->entries[same], &now->entries[same]))
        same++;
    mark_entries(marks, before->entries, same, before->count);
    mark_entries(marks, now->entries, same, now->count);
}

static bool is_unmarked(void *context, uint32_t name)
{
    const Marks *marks = context;
    return !(marks->names[name / 64] >> name % 64 & 1);
}

typedef struct Search {
    Marks *marks;
    bool found;
} Search;

static bool look_for_mark(void *context, uint32_t name)
{
    Search *search = context;
    search->found = !is_unmarked(search->marks, name);
    return !search->found;
}

static bool mentions_marked(const Catalog *catalog, uint32_t file, Marks *marks)
{
    Search search = {.marks = marks};
    catalog_mentions(catalog, file, look_for_mark, &search);
    return search.found;
}

static void mark_all(const Catalog *catalog, bool *chosen)
{
    for (size_t i = 0; i < catalog->files.len; i++)
        chosen[i] = catalog->files.ptr[i].count > 0;
}

/* ---- types ---- */

static bool is_type(const Entry *entry)
{
    static const bool types[SYMBOL_KIND_COUNT] = {
        [SYMBOL_CLASS] = true,     [SYMBOL_STRUCT] = true, [SYMBOL_UNION] = true,
        [SYMBOL_INTERFACE] = true, [SYMBOL_TRAIT] = true,  [SYMBOL_ENUM] = true,
        [SYMBOL_TYPE] = true,      [SYMBOL_OBJECT] = true, [SYMBOL_MODULE] = true,
        [SYMBOL_NAMESPACE] = true, [SYMBOL_IMPL] = true,   [SYMBOL_PACKAGE] = true};
    return types[entry->kind];
}

/* Of the types of a file, whatever stands between them. */
static uint64_t hash_types(const Entry *entries, uint32_t count)
{
    uint64_t sum = 0;
    for (uint32_t i = 1; i < count; i++) {
        const Entry *entry = &entries[i], *parent = &entries[entry->parent];
        uint32_t parts[] = {entry->name, entry->owner,     entry->type,
                            entry->kind, entry->modifiers, entry->parent ? parent->name : 0};
        if (is_type(entry))
            sum += hash_fast((Str){(const char *)parts, sizeof parts});
    }
    return sum;
}

/* ---- shapes ---- */

static void mark_text(Catalog *catalog, Marks *marks, Str text)
{
    size_t dot = str_find_last_byte(text, '.') + 1; /* 0 without one */
    uint32_t name = names_find(&catalog->names, str_from_offset(text, dot));
    if (name && name < marks->name_count)
        mark_name(marks, name);
}

/* In Python everything that a file imports can be imported from it. */
static bool passes_on_all(const Outline *shape, const Binding *binding)
{
    bool python = str_equal(lang_id(shape->language), STR("python"));
    return (python || binding->flags & BINDING_REEXPORT) && str_equal(binding->name, STR("*"));
}

/* What a file makes visible and binds; false when it passes on a whole module or has bases. */
static bool mark_shape(Catalog *catalog, Marks *marks, const Outline *shape)
{
    bool local = true;
    for (size_t i = 0; i < shape->imports.len; i++) {
        const BindingVec *bindings = &shape->imports.ptr[i].bindings;
        for (size_t b = 0; b < bindings->len; b++) {
            mark_text(catalog, marks, bindings->ptr[b].name);
            mark_text(catalog, marks, bindings->ptr[b].alias);
            local = local && !passes_on_all(shape, &bindings->ptr[b]);
        }
    }
    for (size_t i = 0; i < shape->references.len; i++) {
        mark_text(catalog, marks, shape->references.ptr[i].name);
        local = local && shape->references.ptr[i].kind != REFERENCE_BASE;
    }
    return local;
}

/* Whether some file may include or import it by its name. */
static bool is_included(const Catalog *catalog, Arena scratch, uint32_t file)
{
    Str base = path_base(catalog->files.ptr[file].path);
    for (uint32_t other = 0; other < catalog->files.len; other++) {
        Arena work = scratch;
        Outline shape;
        if (catalog->files.ptr[other].language != catalog->files.ptr[file].language &&
            !str_ends(base, STR(".h")))
            continue;
        catalog_shape(catalog, &work, other, &shape);
        for (size_t i = 0; i < shape.imports.len; i++)
            if (str_equal(path_base(shape.imports.ptr[i].name), base))
                return true;
    }
    return false;
}

/* False when the change may reach any file. */
static bool mark_changed_shape(Touched *touched, const Before *before, Marks *marks)
{
    Catalog *catalog = touched->catalog;
    CatalogFile *row = &catalog->files.ptr[before->file];
    if (str_equal(row->shape, before->shape))
        return true;
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    Outline shape;
    Str now = row->shape;
    mark_entries(marks, before->entries, 0, before->count);
    mark_entries(marks, row->entries, 0, row->count);
    catalog_shape(catalog, &scratch, before->file, &shape);
    bool local = mark_shape(catalog, marks, &shape);
    row->shape = before->shape;
    catalog_shape(catalog, &scratch, before->file, &shape);
    row->shape = now;
    return mark_shape(catalog, marks, &shape) && local &&
           !is_included(catalog, scratch, before->file);
}

/* `{ name: other }`: who names the one means the other. */
static bool is_listed(const CatalogFile *file, const Reference *reference)
{
    uint8_t kind = file->entries[reference->symbol].kind;
    bool literal = kind == SYMBOL_OBJECT || kind == SYMBOL_CONSTANT || kind == SYMBOL_VARIABLE;
    return literal && reference->kind == REFERENCE_BIND &&
           str_starts(reference->name, STR("this.")) && reference->flags & REFERENCE_VALUE;
}

static bool mark_listed(Catalog *catalog, const Reference *reference, Marks *marks)
{
    size_t dot = str_find_last_byte(reference->receiver, '.') + 1; /* 0 without one */
    uint32_t meant = names_find(&catalog->names, str_from_offset(reference->receiver, dot));
    uint32_t own = names_find(&catalog->names, str_from_offset(reference->name, strlen("this.")));
    if (!own || is_unmarked(marks, meant) || !is_unmarked(marks, own))
        return false;
    mark_name(marks, own);
    return true;
}

/* Macros whose bodies name what is marked, and what objects list; true when that marked another. */
static bool mark_macros(Catalog *catalog, Arena scratch, Marks *marks)
{
    bool more = false;
    for (uint32_t id = 0; id < catalog->files.len; id++) {
        const CatalogFile *file = &catalog->files.ptr[id];
        Arena work = scratch;
        Outline shape;
        if (!file->shape.len)
            continue;
        catalog_shape(catalog, &work, id, &shape);
        for (size_t i = 0; i < shape.references.len; i++) {
            const Reference *reference = &shape.references.ptr[i];
            if (is_listed(file, reference)) {
                more = mark_listed(catalog, reference, marks) || more;
                continue;
            }
            uint32_t own = file->entries[reference->symbol].name;
            uint32_t name = names_find(&catalog->names, reference->name);
            if (reference->kind == REFERENCE_BIND || reference->kind == REFERENCE_BASE ||
                is_unmarked(marks, name) || !is_unmarked(marks, own))
                continue;
            mark_name(marks, own);
            more = true;
        }
    }
    return more;
}

/* ---- the choice ---- */

/* False when the changes may reach any file. */
static bool mark_changes(Touched *touched, Marks *marks)
{
    for (size_t i = 0; i < touched->before.len; i++) {
        const Before *before = &touched->before.ptr[i];
        const CatalogFile *now = &touched->catalog->files.ptr[before->file];
        if (hash_types(before->entries, before->count) != hash_types(now->entries, now->count) ||
            before->count == 0)
            return false;
        mark_differences(touched, before, marks);
        if (!mark_changed_shape(touched, before, marks))
            return false;
    }
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    for (int round = 0; round < RESOLVE_MACROS_MAX; round++)
        if (!mark_macros(touched->catalog, scratch, marks))
            return true;
    return false;
}

const bool *touched_files(Touched *touched, bool all)
{
    Catalog *catalog = touched->catalog;
    bool *chosen = NEW(touched->arena, bool, catalog->files.len + 1);
    Marks marks = {.name_count = names_count(&catalog->names)};
    marks.names = NEW(touched->arena, uint64_t, marks.name_count / 64 + 1);
    if (all || !mark_changes(touched, &marks)) {
        mark_all(catalog, chosen);
        return chosen;
    }
    for (size_t i = 0; i < touched->before.len; i++)
        chosen[touched->before.ptr[i].file] = true;
    for (uint32_t file = 0; file < catalog->files.len; file++)
        chosen[file] = chosen[file] || mentions_marked(catalog, file, &marks);
    return chosen;
}
