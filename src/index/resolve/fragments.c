/* The includes of fragments are listed once, as a reversed graph. What the includers of one
   fragment see is a breadth-first search, cached for the fragment asked about last. */
#include "index/resolve/fragments.h"

#include "index/imports/included.h"
#include "index/resolve/file_scope.h"
#include "index/resolve/resolve.h"

/* Includers of one fragment that are examined: a table may be included by many sources. */
#define INCLUDERS_MAX 64

typedef struct IncluderRow {
    uint32_t includer, next; /* next: index + 1; 0 ends the chain */
} IncluderRow;

struct Fragments {
    IdMap first; /* fragment → index in rows */
    VEC(IncluderRow) rows;
    uint32_t file;           /* whose surroundings have the stamp */
    uint32_t stamp, *stamps; /* by file */
    uint32_t *queue;
};

static struct Fragments *list_fragments(Resolver *resolver)
{
    if (resolver->fragments)
        return resolver->fragments;
    struct Fragments *made = resolver->fragments = NEW(resolver->arena, struct Fragments, 1);
    Arena work SCOPED(arena_close) = {0};
    InclusionVec list = {0};
    arena_open(&work, 0);
    included_list(&work, resolver->work, resolver->catalog, &list);
    for (size_t i = list.len; i-- > 0;) {
        const Inclusion *found = &list.ptr[i];
        if (!resolver->rules[found->file]->linker_resolves_names)
            continue;
        uint32_t next = id_map_get(&made->first, found->file);
        id_map_put(&made->first, resolver->arena, found->file, (uint32_t)made->rows.len);
        *VEC_PUSH(resolver->arena, &made->rows) =
            (IncluderRow){found->includer, next == ID_MAP_NONE ? 0 : next + 1};
    }
    made->file = FILE_NOWHERE;
    return made;
}

bool fragments_have(Resolver *resolver, uint32_t file)
{
    return id_map_get(&list_fragments(resolver)->first, file) != ID_MAP_NONE;
}

void fragments_sites(Resolver *resolver, uint32_t file, FragmentSites *sites)
{
    const struct Fragments *fragments = list_fragments(resolver);
    uint32_t row = id_map_get(&fragments->first, file);
    sites->len = 0;
    for (uint32_t next = row + 1; next; next = fragments->rows.ptr[next - 1].next) {
        uint32_t includer = fragments->rows.ptr[next - 1].includer;
        const ImportLinkVec *links = &file_scope_of(resolver, includer)->links;
        const CatalogFile *at = catalog_row(resolver->catalog, includer);
        for (size_t i = 0; i < links->len && sites->len < FRAGMENT_SITES_MAX; i++)
            if (links->ptr[i].target == file)
                sites->symbols[sites->len++] =
                    at->first + file_scope_symbol_around(at, &links->ptr[i]);
    }
}

/* Puts a file's includers into the queue, then theirs. */
static uint32_t queue_includers(struct Fragments *fragments, uint32_t file)
{
    uint32_t tail = 0;
    fragments->queue[tail++] = file;
    fragments->stamps[file] = fragments->stamp;
    for (uint32_t head = 0; head < tail; head++) {
        uint32_t row = id_map_get(&fragments->first, fragments->queue[head]);
        for (uint32_t next = row + 1; next && tail < INCLUDERS_MAX;
             next = fragments->rows.ptr[next - 1].next) {
            uint32_t includer = fragments->rows.ptr[next - 1].includer;
            if (fragments->stamps[includer] == fragments->stamp)
                continue;
            fragments->stamps[includer] = fragments->stamp;
            fragments->queue[tail++] = includer;
        }
    }
    return tail;
}

static void walk(Resolver *resolver, struct Fragments *fragments, uint32_t file)
{
    size_t files = resolver->catalog->files.len;
    if (!fragments->stamps) {
        fragments->stamps = NEW(resolver->arena, uint32_t, files + 1);
        fragments->queue = NEW(resolver->arena, uint32_t, files + 1);
    }
    fragments->stamp++;
    fragments->file = file;
    uint32_t tail = queue_includers(fragments, file);
    for (uint32_t head = 0; head < tail; head++) {
        const ImportLinkVec *links = &file_scope_of(resolver, fragments->queue[head])->links;
        for (size_t i = 0; i < links->len; i++) {
            uint32_t target = links->ptr[i].target;
            if (target == FILE_NOWHERE || fragments->stamps[target] == fragments->stamp)
                continue;
            fragments->stamps[target] = fragments->stamp;
            if (resolver->rules[target]->linker_resolves_names)
                fragments->queue[tail++] = target;
        }
    }
}

bool fragments_see(Resolver *resolver, uint32_t file, uint32_t place)
{
    struct Fragments *fragments = list_fragments(resolver);
    if (!fragments_have(resolver, file))
        return false;
    if (fragments->file != file)
        walk(resolver, fragments, file);
    return fragments->stamps[place] == fragments->stamp;
}

bool resolve_is_fragment(Resolver *resolver, uint32_t file)
{
    return fragments_have(resolver, file);
}

void resolve_choose_fragments(Resolver *resolver, const bool *seen, bool *chosen)
{
    struct Fragments *fragments = list_fragments(resolver);
    for (uint32_t file = 0; file < resolver->catalog->files.len; file++) {
        if (chosen[file] || !fragments_have(resolver, file))
            continue;
        if (!fragments->stamps)
            walk(resolver, fragments, file);
        fragments->stamp++;
        fragments->file = FILE_NOWHERE;
        uint32_t count = queue_includers(fragments, file);
        for (uint32_t i = 0; i < count; i++)
            chosen[file] = chosen[file] || seen[fragments->queue[i]];
    }
}
