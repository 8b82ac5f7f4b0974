/* Ranking of changes: changes that break callers first, then code by lines added. The order decides
   which changes are kept when an answer must be cut. Members that are reported with their container
   are found here for text, page and value alike. */
#include "view/diff.h"

#include <stdlib.h>

#define UNSEEN_PATHS 5

/* Importance for a reader, by kind of change. */
static unsigned weight_of(const ChangedSymbol *changed)
{
    static const unsigned weights[CHANGE_KIND_COUNT] = {
        [CHANGE_SIGNATURE] = 60, [CHANGE_REMOVED] = 50, [CHANGE_MOVED_RENAMED] = 48,
        [CHANGE_RENAMED] = 46,   [CHANGE_BODY] = 44,    [CHANGE_EXTRACTED] = 42,
        [CHANGE_INLINED] = 40,   [CHANGE_MOVED] = 38,   [CHANGE_ADDED] = 36,
        [CHANGE_DIRECTIVE] = 35, [CHANGE_LAYOUT] = 34,  [CHANGE_DOCSTRING] = 10,
        [CHANGE_COMMENT] = 4,    [CHANGE_FORMAT] = 2,
    };
    unsigned weight = weights[changed->kind];
    if (changed->kind == CHANGE_MOVED && changed->parts & PART_DIFFERS_BODY)
        weight = weights[CHANGE_BODY];
    return weight + (changed_may_break(changed) ? 100 : 0) + (changed->is_public ? 10 : 0);
}

typedef struct Ranked {
    uint64_t weight;
    uint32_t index;
} Ranked;

static int heaviest_first(const void *a, const void *b)
{
    const Ranked *x = a, *y = b;
    if (x->weight != y->weight)
        return x->weight > y->weight ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

static const uint32_t *sorted(Arena *arena, Ranked *ranked, size_t count)
{
    uint32_t *order = NEW(arena, uint32_t, count);
    if (count)
        qsort(ranked, count, sizeof *ranked, heaviest_first);
    for (size_t i = 0; i < count; i++)
        order[i] = ranked[i].index;
    return order;
}

const uint32_t *diff_order(Arena *arena, const ChangeSet *set)
{
    Ranked *ranked = NEW(arena, Ranked, set->files.len);
    for (uint32_t i = 0; i < set->files.len; i++) {
        const ChangedFile *file = &set->files.ptr[i];
        uint64_t breaking = 0, code = 0;
        for (size_t k = 0; k < file->symbols.len; k++) {
            breaking += changed_may_break(&file->symbols.ptr[k]);
            code += weight_of(&file->symbols.ptr[k]) > 4;
        }
        ranked[i] = (Ranked){(breaking ? 1u << 30 : 0) + breaking * 1000 + code, i};
    }
    return sorted(arena, ranked, set->files.len);
}

const uint32_t *diff_symbol_order(Arena *arena, const ChangedFile *file)
{
    Ranked *ranked = NEW(arena, Ranked, file->symbols.len);
    for (uint32_t i = 0; i < file->symbols.len; i++) {
        const ChangedSymbol *changed = &file->symbols.ptr[i];
        uint64_t breaks = changed_may_break(changed), code = changed_is_code(changed);
        uint64_t lines = code ? changed_lines_added(file, changed) : 0;
        ranked[i] = (Ranked){(breaks << 1 | code) << 40 | lines << 8 | weight_of(changed), i};
    }
    return sorted(arena, ranked, file->symbols.len);
}

/* With fewer functions, or fewer lines added to the longest, a starting point is of no use. */
#define START_FUNCTIONS_MIN 6
#define START_LINES_MIN 10

static bool is_changed_function(const ChangeSet *set, const ChangedSymbol *changed)
{
    return changed->new_symbol != SYMBOL_ABSENT && changed_is_code(changed) &&
           symbol_is_function(changed_symbol(set, changed)->kind);
}

ChangedVec diff_start(Arena *arena, const ChangeSet *set)
{
    ChangedVec all = {0}, first = {0};
    for (size_t f = 0; f < set->files.len; f++)
        for (size_t i = 0; i < set->files.ptr[f].symbols.len; i++) {
            const ChangedSymbol *changed = &set->files.ptr[f].symbols.ptr[i];
            if (is_changed_function(set, changed))
                *VEC_PUSH(arena, &all) = changed;
        }
    if (all.len < START_FUNCTIONS_MIN)
        return first;
    Ranked *ranked = NEW(arena, Ranked, all.len);
    for (size_t i = 0; i < all.len; i++) {
        const ChangedFile *file = &set->files.ptr[all.ptr[i]->file];
        ranked[i] = (Ranked){changed_lines_added(file, all.ptr[i]), (uint32_t)i};
    }
    const uint32_t *order = sorted(arena, ranked, all.len);
    bool long_enough = ranked[0].weight >= START_LINES_MIN;
    for (size_t i = 0; i < DIFF_START_SHOWN && long_enough; i++)
        *VEC_PUSH(arena, &first) = all.ptr[order[i]];
    return first;
}

static void add_once(Arena *arena, StrVec *names, Str name)
{
    for (size_t i = 0; i < names->len; i++)
        if (str_equal(names->ptr[i], name))
            return;
    *VEC_PUSH(arena, names) = name;
}

StrVec diff_unchecked(Arena *arena, const ChangeSet *set)
{
    StrVec names = {0};
    for (size_t i = 0; i < set->files.len; i++)
        for (size_t k = 0; k < set->files.ptr[i].symbols.len; k++) {
            const ChangedSymbol *changed = &set->files.ptr[i].symbols.ptr[k];
            if (changed->is_unchecked && !changed->only_hints)
                add_once(arena, &names,
                         symbol_qualified_name(arena, &set->files.ptr[i].new.outline,
                                               changed->new_symbol));
        }
    for (size_t i = 0; i < set->files.len; i++)
        for (size_t k = 0; k < set->files.ptr[i].exports_removed.len; k++)
            add_once(arena, &names, set->files.ptr[i].exports_removed.ptr[k]);
    return names;
}

/* ---- members reported with their container ---- */

char diff_mark(const ChangedSymbol *changed)
{
    if (changed_may_break(changed))
        return '!';
    if (changed->kind == CHANGE_ADDED || changed->kind == CHANGE_EXTRACTED)
        return '+';
    return changed->kind == CHANGE_REMOVED || changed->kind == CHANGE_INLINED ? '-' : '~';
}

/* By symbol of one side: index + 1 in ChangedFile.symbols, 0 if it did not change. */
static const uint32_t *reported_of(Arena *arena, const ChangedFile *file, bool old)
{
    size_t count = old ? file->old.outline.symbols.len : file->new.outline.symbols.len;
    uint32_t *reported = NEW(arena, uint32_t, count);
    for (uint32_t i = 0; i < file->symbols.len; i++) {
        const ChangedSymbol *changed = &file->symbols.ptr[i];
        bool gone = changed->new_symbol == SYMBOL_ABSENT;
        if (gone == old)
            reported[gone ? changed->old_symbol : changed->new_symbol] = i + 1;
    }
    return reported;
}

const uint32_t *diff_reported_with(Arena *arena, const ChangedFile *file)
{
    uint32_t *outer = NEW(arena, uint32_t, file->symbols.len);
    const uint32_t *sides[] = {reported_of(arena, file, false), reported_of(arena, file, true)};
    for (size_t i = 0; i < file->symbols.len; i++) {
        const ChangedSymbol *changed = &file->symbols.ptr[i];
        bool gone = changed->new_symbol == SYMBOL_ABSENT;
        const SymbolVec *symbols = gone ? &file->old.outline.symbols : &file->new.outline.symbols;
        uint32_t parent = symbols->ptr[gone ? changed->old_symbol : changed->new_symbol].parent;
        uint32_t reported = parent ? sides[gone][parent - 1] : 0;
        bool whole = changed->kind == CHANGE_ADDED || changed->kind == CHANGE_REMOVED;
        if (whole && reported && file->symbols.ptr[reported - 1].kind == changed->kind)
            outer[i] = reported;
    }
    return outer;
}

DiffUnseenVec diff_unseen(Arena *arena, const ChangeSet *set)
{
    DiffUnseenVec list = {0};
    for (size_t i = 0; i < set->files.len; i++) {
        const ChangedFile *file = &set->files.ptr[i];
        if (!file->unseen.len)
            continue;
        size_t at = 0;
        while (at < list.len && !str_equal(list.ptr[at].reason, file->unseen))
            at++;
        if (at == list.len)
            VEC_PUSH(arena, &list)->reason = file->unseen;
        DiffUnseen *unseen = &list.ptr[at];
        if (unseen->count++ < UNSEEN_PATHS)
            *VEC_PUSH(arena, &unseen->paths) = file->new.path.len ? file->new.path : file->old.path;
    }
    return list;
}

void diff_put_parts(Buf *out, const ChangedSymbol *changed)
{
    static const struct {
        unsigned part;
        ChangeKind kind;
        const char *text;
    } rows[] = {{PART_DIFFERS_SIGNATURE, CHANGE_SIGNATURE, "signature"},
                {PART_DIFFERS_BODY, CHANGE_BODY, "body"},
                {PART_DIFFERS_DIRECTIVE, CHANGE_DIRECTIVE, "directive"},
                {PART_DIFFERS_LAYOUT, CHANGE_LAYOUT, "layout"},
                {PART_DIFFERS_DOCSTRING, CHANGE_DOCSTRING, "docstring"},
                {PART_DIFFERS_COMMENT, CHANGE_COMMENT, "comment"}};
    for (size_t i = 0; i < COUNT(rows); i++)
        if (changed->parts & rows[i].part && changed->kind != rows[i].kind)
            buf_printf(out, " + %s", rows[i].text);
}
