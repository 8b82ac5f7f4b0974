#include "change/undeclared.h"

bool undeclared_is_conditional(Str text, uint32_t line)
{
    Str at, guard = {0};
    int depth = 0;
    bool first = true;
    for (uint32_t number = 1; number < line && str_take_line(&text, &at); number++) {
        at = str_trim(at);
        if (!str_starts(at, STR("#")))
            continue;
        Str word = str_trim(str_from_offset(at, 1));
        if (first && str_starts(word, STR("ifndef ")))
            guard = str_trim(str_from_offset(word, 7));
        bool guards = first || (guard.len && str_starts(word, STR("define ")) &&
                                str_equal(str_trim(str_from_offset(word, 7)), guard));
        if (guards && !first)
            depth--;
        first = false;
        depth += str_starts(word, STR("if"));
        depth -= str_starts(word, STR("endif"));
        if (!guards)
            guard = (Str){0};
    }
    return depth > 0;
}

/* Whether the old symbol is a function of C that may not come from the system instead. */
static bool must_be_declared(const ChangeSet *set, const ChangedSymbol *reported)
{
    const ChangeSide *old = &set->files.ptr[reported->old_file].old;
    const Symbol *symbol = changed_old_symbol(set, reported);
    return symbol->kind == SYMBOL_FUNCTION && lang_is_c(old->outline.language) &&
           !undeclared_is_conditional(old->text, symbol->start_line);
}

void undeclared_add(Arena *arena, const ChangeSet *set, Catalog *catalog, const OldUseVec *uses,
                    ConsequenceVec *found)
{
    for (size_t i = 0; i < uses->len; i++) {
        const OldUse *use = &uses->ptr[i];
        const ChangedSymbol *reported = &set->files.ptr[use->file].symbols.ptr[use->reported];
        if (use->kind != REFERENCE_CALL || use->likely || !must_be_declared(set, reported) ||
            catalog_named(catalog, names_find(&catalog->names, use->name)).len)
            continue;
        *VEC_PUSH(arena, found) =
            (Consequence){.fault = USE_GONE,
                          .file = use->file,
                          .reported = use->reported,
                          .path = use->path,
                          .line = use->line,
                          .user = use->user,
                          .likely = !set->files.ptr[reported->old_file].new.path.len,
                          .why = STR("nothing in the repository declares it now")};
    }
    consequences_drop_repeated(found);
}
