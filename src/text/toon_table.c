/* Tables: the header's field list and the rows.
   The first element is the pattern. A row is walked in parallel with it, member by member,
   descending into nested objects with a stack of pairs. Rows with their members in the pattern's
   order, nearly all, cost one comparison of names a member. Where the order differs, the object's
   members are first copied into scratch memory in the pattern's order, found by a scan, or a map if
   they are many. Rows are checked while they are written; the caller removes the text if it turns
   out to be no table. */
#include "text/toon_write.h"

#include "base/map.h"

/* Objects with more members than this are put in order with a map. */
#define MEMBERS_SCANNED 16

typedef struct Pair {
    const Json *pattern;
    const Json *row;
} Pair;

struct ToonRowWalk {
    Arena scratch;
    Pair at;
    size_t depth;
    bool nested; /* objects in rows are allowed */
    Pair open[JSON_DEPTH_MAX];
};

ToonRowWalk *toon_row_walk(Arena *arena)
{
    /* Not zeroed: the stack's pages are touched only as deep as rows go. */
    return arena_grow(arena, NULL, 0, sizeof(ToonRowWalk), _Alignof(ToonRowWalk));
}

static const Json *find_sibling(const Json *member, Str key)
{
    while (member && !str_equal(member->key, key))
        member = member->next;
    return member;
}

/* The row's members in the pattern's order, as copies; NULL when a name is missing. */
static const Json *put_in_order(Arena *scratch, const Json *pattern, const Json *row)
{
    Json head = {0}, *last = &head;
    bool many = row->count > MEMBERS_SCANNED;
    Map names = map_open(scratch);
    for (const Json *member = row->first; many && member; member = member->next)
        *map_put(&names, member->key, NULL) = (uint64_t)(uintptr_t)member;
    for (const Json *wanted = pattern->first; wanted; wanted = wanted->next) {
        uint64_t *found = many ? map_find(&names, wanted->key) : NULL;
        const Json *member = found ? (const Json *)(uintptr_t)*found
                                   : (many ? NULL : find_sibling(row->first, wanted->key));
        if (!member)
            return NULL;
        last->next = NEW(scratch, Json, 1);
        last = last->next;
        *last = *member;
        last->next = NULL;
    }
    return head.next;
}

/* Enters an object and its pattern; false when their members differ. */
static bool walk_enter(ToonRowWalk *walk, const Json *pattern, const Json *row)
{
    walk->at = (Pair){pattern->first, row->first};
    if (row->type != JSON_OBJECT || !row->count || row->count != pattern->count)
        return false;
    const Json *wanted = pattern->first, *member = row->first;
    while (member && str_equal(wanted->key, member->key)) {
        wanted = wanted->next;
        member = member->next;
    }
    if (!member)
        return true;
    walk->at.row = put_in_order(&walk->scratch, pattern, row);
    return walk->at.row;
}

/* The next cell, or NULL: then *complete is true at the row's end, false where the row differs. */
static const Json *walk_next(ToonRowWalk *walk, bool *complete)
{
    *complete = false;
    for (;;) {
        while (!walk->at.pattern && walk->depth)
            walk->at = walk->open[--walk->depth];
        Pair at = walk->at;
        *complete = !at.pattern;
        if (!at.pattern || !at.row) /* equal counts: they end together */
            return NULL;
        walk->at = (Pair){at.pattern->next, at.row->next};
        if (json_is_scalar(at.pattern))
            return json_is_scalar(at.row) ? at.row : NULL;
        if (!walk->nested || walk->depth == JSON_DEPTH_MAX || at.pattern->type != JSON_OBJECT)
            return NULL;
        walk->open[walk->depth++] = walk->at;
        if (!walk_enter(walk, at.pattern, at.row))
            return NULL;
    }
}

static void walk_start(ToonWriter *writer)
{
    ToonRowWalk *walk = writer->walk;
    walk->scratch = writer->scratch;
    walk->depth = 0;
    walk->nested = writer->options.shape == TOON_V4;
}

bool toon_rows_match(ToonWriter *writer, const Json *first, const Json *row)
{
    bool complete = false;
    walk_start(writer);
    if (first->type != JSON_OBJECT || !walk_enter(writer->walk, first, row))
        return false;
    while (walk_next(writer->walk, &complete))
        continue;
    return complete;
}

bool toon_put_fields(ToonWriter *writer, const Json *first)
{
    ToonRowWalk *walk = writer->walk;
    size_t depth = 0;
    bool nested = writer->options.shape == TOON_V4;
    if (first->type != JSON_OBJECT || !first->first)
        return false;
    buf_put_byte(writer->buf, '{');
    for (const Json *field = first->first; field;) {
        toon_put_key(writer->buf, field->key);
        if (!json_is_scalar(field)) {
            bool group = nested && field->type == JSON_OBJECT && field->first;
            if (!group || depth == JSON_DEPTH_MAX)
                return false;
            walk->open[depth++].pattern = field;
            buf_put_byte(writer->buf, '{');
            field = field->first;
            continue;
        }
        while (!field->next && depth) {
            field = walk->open[--depth].pattern;
            buf_put_byte(writer->buf, '}');
        }
        field = field->next;
        if (field)
            buf_put_byte(writer->buf, writer->options.delimiter);
    }
    buf_put_byte(writer->buf, '}');
    return true;
}

bool toon_put_row(ToonWriter *writer, const Json *first, const Json *row)
{
    bool more = false, complete = false;
    walk_start(writer);
    if (!walk_enter(writer->walk, first, row))
        return false;
    for (const Json *cell; (cell = walk_next(writer->walk, &complete)); more = true) {
        if (more)
            buf_put_byte(writer->buf, writer->options.delimiter);
        toon_put_scalar(writer->buf, cell, &writer->options);
    }
    return complete;
}
