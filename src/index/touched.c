/* A symbol's definition is what others can see of it: name, kind, owner, type, parent, modifiers,
   arity. Two passes over the entries of a changed file, before and after, give the names whose
   definitions or indices differ; a bitmap of names then picks the files that mention one. Line
   numbers are no part of a definition: editing a body touches only the file itself. */
#include "index/touched.h"

#include "base/hash.h"

typedef struct Before {
    uint32_t file;
    uint32_t count;
    const Entry *entries;
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
    *VEC_PUSH(touched->arena, &touched->before) = (Before){file, row->count, row->entries};
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

const bool *touched_files(Touched *touched, bool all)
{
    Catalog *catalog = touched->catalog;
    bool *chosen = NEW(touched->arena, bool, catalog->files.len + 1);
    if (all) {
        mark_all(catalog, chosen);
        return chosen;
    }
    Marks marks = {.name_count = names_count(&catalog->names)};
    marks.names = NEW(touched->arena, uint64_t, marks.name_count / 64 + 1);
    for (size_t i = 0; i < touched->before.len; i++) {
        mark_differences(touched, &touched->before.ptr[i], &marks);
        chosen[touched->before.ptr[i].file] = true;
    }
    for (uint32_t file = 0; file < catalog->files.len; file++)
        chosen[file] = chosen[file] || mentions_marked(catalog, file, &marks);
    return chosen;
}
