/* Unnamed scopes: functions without a symbol, and comprehensions. Variables of such a scope
   end with it, so that the name means again what it meant before. */
#include "base/limits.h"
#include "lang/walk/walk_state.h"

/* Index of the first reference of the scope. Those before it belong to the code around it, as does
   the name of a call on the scope, which comes after it in the text. */
static size_t first_inside(const ReferenceVec *references, uint32_t start, uint32_t end)
{
    size_t at = references->len;
    while (at && references->ptr[at - 1].start >= start && references->ptr[at - 1].start < end)
        at--;
    return at;
}

/* Moves the references of the part that runs first before the others. */
static void order_parts(Walk *walk, size_t from, const Level *level)
{
    Reference *all = walk->outline->references.ptr;
    size_t len = walk->outline->references.len, count = 0, kept = from;
    Reference *late = NEW(walk->arena, Reference, len - from + 1);
    for (size_t i = from; i < len; i++) {
        if (all[i].start < level->first_from || all[i].start >= level->first_to)
            late[count++] = all[i];
        else
            all[kept++] = all[i];
    }
    memcpy(all + kept, late, count * sizeof *late);
}

void walk_scope_end(Walk *walk, const Level *level, uint32_t start)
{
    ReferenceVec *references = &walk->outline->references;
    uint32_t end = node_end(level->node);
    uint32_t symbol = walk->open_count ? walk->open[walk->open_count - 1] + 1 : 0;
    size_t from = first_inside(references, start, end), len = references->len;
    if (level->first_from && from < len)
        order_parts(walk, from, level);
    for (size_t i = from; i < len && references->len < REFERENCES_MAX; i++) {
        Reference ends = references->ptr[i];
        if (ends.kind != REFERENCE_BIND || !(ends.flags & REFERENCE_INNER) ||
            ends.flags & REFERENCE_ENDED || ends.symbol != symbol)
            continue;
        references->ptr[i].flags |= REFERENCE_ENDED;
        ends.flags = REFERENCE_ENDS;
        ends.receiver = (Str){0};
        ends.start = end;
        ends.until = 0;
        *VEC_PUSH(walk->arena, references) = ends;
    }
}
