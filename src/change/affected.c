/* Each break has bits for the users that it concerns. A use is matched with them by its kind. */
#include "change/affected.h"

void affected_say(Arena *arena, ChangedSymbol *changed, unsigned affects, Str text)
{
    if (changed->breaking.len >= CHANGE_WHAT_MAX)
        return;
    change_say(arena, &changed->breaking, text);
    changed->affects[changed->breaking.len - 1] = affects;
}

void affected_doubt(Arena *arena, ChangedSymbol *changed, unsigned affects, Str text)
{
    if (changed->doubts.len >= CHANGE_WHAT_MAX)
        return;
    change_say(arena, &changed->doubts, text);
    changed->doubted[changed->doubts.len - 1] = affects;
}

unsigned affected_all(const ChangedSymbol *changed)
{
    unsigned affects = 0;
    for (size_t i = 0; i < changed->breaking.len; i++)
        affects |= changed->affects[i];
    for (size_t i = 0; i < changed->doubts.len; i++)
        affects |= changed->doubted[i];
    return affects;
}

/* Whether a file is another one than that of the changed symbol. */
static bool is_elsewhere(const ChangeSet *set, const OldUse *use)
{
    return !str_equal(use->path, set->files.ptr[use->file].new.path);
}

static bool is_concerned(const ChangeSet *set, const OldUse *use, const ChangedSymbol *changed,
                         unsigned affects)
{
    if (affects & AFFECTS_INHERITING)
        affects |= AFFECTS_USERS | AFFECTS_HEIRS;
    bool calls = use->kind == REFERENCE_CALL || use->kind == REFERENCE_USE;
    bool type = symbol_is_type(changed_old_symbol(set, changed)->kind);
    bool heir = use->kind == REFERENCE_BASE || use->kind == USE_OVERRIDE ||
                (type && use->shows & AFFECTS_HEIRS);
    bool makes = use->kind == REFERENCE_CALL && type;
    bool asks = use->shows & AFFECTS_ASKING, trusts = use->shows & AFFECTS_TRUSTING;
    if ((affects & AFFECTS_TRUSTING && asks) || (affects & AFFECTS_ASKING && trusts))
        return false;
    return (affects & AFFECTS_TRUSTING && trusts) ||
           (affects & use->shows &
            (AFFECTS_NEW | AFFECTS_BLOCKS | AFFECTS_BLOCKLESS | AFFECTS_UNAWAITED |
             AFFECTS_UNITERATED | AFFECTS_BARE)) ||
           (affects & AFFECTS_OMITTERS && use->kind == REFERENCE_CALL) ||
           (affects & AFFECTS_USERS && (calls || (type && use->kind == REFERENCE_TYPE))) ||
           (affects & AFFECTS_CALLERS && use->kind == REFERENCE_CALL && !use->makes) ||
           (affects & AFFECTS_HEIRS && heir) || (affects & AFFECTS_MAKERS && makes) ||
           (affects & AFFECTS_VALUES && use->kind == REFERENCE_USE && !type) ||
           (affects & AFFECTS_WRITERS && use->kind == REFERENCE_WRITE) ||
           (affects & AFFECTS_OUTSIDERS && use->kind != USE_OVERRIDE && !use->sees &&
            is_elsewhere(set, use));
}

static bool has_name(const StrVec *names, Str name)
{
    for (size_t i = 0; i < names->len; i++)
        if (str_equal(names->ptr[i], name))
            return true;
    return false;
}

Str affected_use(const ChangeSet *set, const OldUse *use, const StrVec *members)
{
    const ChangedSymbol *changed = &set->files.ptr[use->file].symbols.ptr[use->reported];
    for (size_t i = 0; i < changed->breaking.len; i++)
        if (is_concerned(set, use, changed, changed->affects[i]) &&
            !(changed->asked[i].len && has_name(members, changed->asked[i])))
            return changed->breaking.ptr[i];
        else if (changed->affects[i] & AFFECTS_OPTIONS && has_name(&use->gives, changed->asked[i]))
            return changed->breaking.ptr[i];
    bool reads = use->kind == REFERENCE_USE || use->kind == REFERENCE_CALL;
    return reads && is_elsewhere(set, use) ? changed->value : (Str){0};
}

Str affected_doubts_use(const ChangeSet *set, const OldUse *use)
{
    const ChangedSymbol *changed = &set->files.ptr[use->file].symbols.ptr[use->reported];
    for (size_t i = 0; i < changed->doubts.len; i++)
        if (is_concerned(set, use, changed, changed->doubted[i]))
            return changed->doubts.ptr[i];
    return (Str){0};
}

bool affected_is_hint(const Language *language, Str breaking)
{
    return lang_hints_types(language) &&
           (str_starts(breaking, STR("type ")) || str_find(breaking, STR(": type ")) != STR_NONE);
}

bool affected_is_checked(const ChangedSymbol *changed)
{
    for (size_t i = 0; i < changed->breaking.len; i++)
        if (!changed->affects[i] || changed->affects[i] & AFFECTS_UNSEEN)
            return false;
    return true;
}

bool affected_is_gone_with_owner(const ChangeSet *set, const ChangedSymbol *changed)
{
    const ChangedFile *file = &set->files.ptr[changed->file];
    const Symbol *old = changed_old_symbol(set, changed);
    for (size_t i = 0; i < file->symbols.len && changed->new_symbol == SYMBOL_ABSENT; i++)
        if (file->symbols.ptr[i].new_symbol == SYMBOL_ABSENT &&
            file->symbols.ptr[i].old_file == changed->old_file &&
            file->symbols.ptr[i].old_symbol + 1 == old->parent)
            return true;
    return false;
}

bool affected_asks(const ChangedSymbol *changed, Str breaking)
{
    bool asks = false;
    for (size_t i = 0; i < changed->breaking.len; i++)
        asks |= str_equal(changed->breaking.ptr[i], breaking) && changed->asked[i].len;
    return asks;
}
