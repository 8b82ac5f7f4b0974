/* Rule about annotations that guard a declaration, which stays without them. */
#include "review/rule_functions.h"

/* Words of annotations that ask for a login or a right, in lower case. */
static const char *const guards[] = {
    "login_required",
    "jwt_required",
    "permission_required",
    "user_passes_test",
    "isgranted",
    "preauthorize",
    "postauthorize",
    "rolesallowed",
    "secured",
    "[authorize",
    "permissions_classes",
    "permission_classes",
    "useguards",
    "requires_auth",
    "roles_required",
    "auth_required",
    "token_required",
    "staff_member_required",
    "denyall",
    "csrf_protect",
    "validateantiforgerytoken",
    "before_action :authenticate",
    "authenticate_user!",
};

/* Whether the line is an annotation, and no text or call. */
static const char *guard_in(Arena *arena, Str line)
{
    line = str_trim(line);
    bool annotation = line.len && (byte_in(line.ptr[0], "@[") || str_starts(line, STR("#[")) ||
                                   str_starts(line, STR("before_action")));
    Str lower = str_copy(arena, line);
    for (size_t i = 0; i < lower.len; i++)
        ((char *)lower.ptr)[i] |= lower.ptr[i] >= 'A' && lower.ptr[i] <= 'Z' ? 0x20 : 0;
    for (size_t i = 0; annotation && i < COUNT(guards); i++)
        if (str_find(lower, str_from(guards[i])) != STR_NONE)
            return guards[i];
    return NULL;
}

static size_t count_in(Arena *arena, Str text, const char *guard)
{
    size_t count = 0;
    Str line;
    while (str_take_line(&text, &line)) {
        const char *found = guard_in(arena, line);
        count += found == guard;
    }
    return count;
}

static Str whole(const ChangeSide *side, uint32_t index)
{
    const Symbol *symbol = &side->outline.symbols.ptr[index];
    return str_slice(side->text, symbol->lead, symbol->body ? symbol->body : symbol->end);
}

static void look_at_symbol(const ReviewFind *find, const ChangedSymbol *changed)
{
    const ChangeSet *set = find->review->set;
    Arena *arena = find->review->arena;
    Str old = whole(changed_old_side(set, changed), changed->old_symbol), line, rest = old;
    Str new = whole(changed_new_side(set, changed), changed->new_symbol);
    while (str_take_line(&rest, &line)) {
        const char *guard = guard_in(arena, line);
        if (!guard || count_in(arena, new, guard) >= count_in(arena, old, guard))
            continue;
        Finding *finding =
            review_add_symbol(find, changed,
                              str_format(arena, "a guard is taken away: %.*s",
                                         STR_ARG(str_cut_chars(arena, str_trim(line), 80))));
        finding->suggestion = STR("see that who may use it is still asked for elsewhere");
        return;
    }
}

bool review_find_guards(const ReviewFind *find, Err *err)
{
    const ChangeSet *set = find->review->set;
    (void)err;
    for (size_t f = 0; f < set->files.len; f++) {
        const ChangedFile *file = &set->files.ptr[f];
        if (!review_is_code(find->review, file))
            continue;
        for (size_t i = 0; i < file->symbols.len; i++) {
            const ChangedSymbol *changed = &file->symbols.ptr[i];
            if (changed->old_symbol != SYMBOL_ABSENT && changed->new_symbol != SYMBOL_ABSENT)
                look_at_symbol(find, changed);
        }
    }
    return true;
}
