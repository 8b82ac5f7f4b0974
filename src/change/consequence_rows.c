/* What rows of consequences say of themselves. */
#include "change/consequences.h"

Str use_fault_name(UseFault fault)
{
    static const char *const names[] = {
#define X(name, text) text,
        USE_FAULTS(X)
#undef X
    };
    return str_from(names[fault]);
}

size_t consequences_count_breaks(const ConsequenceVec *found)
{
    size_t count = 0;
    for (size_t i = 0; i < found->len; i++)
        count += found->ptr[i].fault != USE_MENTIONED;
    return count;
}

bool consequence_is_of_file(const Consequence *row)
{
    return row->reported >= REPORTED_ROUTE;
}

Str consequence_subject(Arena *arena, const ChangeSet *set, const Consequence *row)
{
    if (consequence_is_of_file(row))
        return row->target;
    const ChangedSymbol *reported = &set->files.ptr[row->file].symbols.ptr[row->reported];
    bool added = reported->old_symbol == SYMBOL_ABSENT;
    const ChangeSide *side =
        added ? &set->files.ptr[reported->file].new : &set->files.ptr[reported->old_file].old;
    return symbol_qualified_name(arena, &side->outline,
                                 added ? reported->new_symbol : reported->old_symbol);
}
