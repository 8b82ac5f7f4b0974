#include "refactor/rename_steps.h"

#include "refactor/rename_begin.h"
#include "refactor/rename_local.h"
#include "refactor/rename_proof.h"

/* A name keeps its mark, so that the new one may be given with it or without: `#count`, `@size`. */
static void keep_mark(Rename *rename)
{
    Str mark = STR("#");
    if (rename->sigil.len && str_starts(rename->new, rename->sigil))
        rename->new = str_from_offset(rename->new, rename->sigil.len);
    if (str_starts(rename->old, mark) && !str_starts(rename->new, mark) &&
        rename->facts->hash_is_private)
        rename->new = str_join(rename->request->arena, mark, rename->new);
}

bool rename_check_names(Rename *rename, Err *err)
{
    keep_mark(rename);
    size_t mark = rename->facts->hash_is_private && str_starts(rename->old, STR("#"));
    Str why = rename_invalid(rename->facts, str_from_offset(rename->new, mark));
    Str old = rename_invalid(&(RenameFacts){.names_may_end_in_marks = true},
                             str_from_offset(rename->old, mark));
    if (old.len)
        return err_set(err, ERR_FAILED, "'%.*s' cannot be renamed: %.*s",
                       STR_ARG(str_slice(rename->old, 0, PATH_SHOWN_BYTES)), STR_ARG(old));
    if (name_is_listed(rename->facts->reserved, rename->old))
        return err_set(err, ERR_FAILED, "'%.*s' cannot be renamed: the language gives it a meaning",
                       STR_ARG(rename->old));
    if (why.len)
        return err_set(err, ERR_USAGE, "NEW '%.*s' cannot be a name: %.*s",
                       STR_ARG(str_slice(rename->new, 0, PATH_SHOWN_BYTES)), STR_ARG(why));
    if (str_equal(rename->old, rename->new))
        return err_set(err, ERR_USAGE, "it is called '%.*s' already", STR_ARG(rename->old));
    return true;
}

bool rename_is_refused(const Rename *rename, const RenameChoice *choice)
{
    for (size_t i = 0; i < rename->conflicts.len; i++)
        if (!rename->conflicts.ptr[i].may_be_told || !choice->likely)
            return true;
    return rename_count_left(rename) && !choice->leave;
}

bool rename_find_all(Rename *rename, Err *err)
{
    if (rename->local.is_set)
        return rename_local_places(rename, err);
    rename_find_kin(rename);
    rename_begin_data(rename);
    return rename_find_places(rename, err) && rename_check(rename, err);
}

static Str first_place_left(const Rename *rename)
{
    for (size_t i = 0; i < rename->places.len; i++) {
        const RenamePlace *place = &rename->places.ptr[i];
        if (place->verdict > RENAME_GENERATED || place->applied)
            continue;
        const CatalogFile *row = &rename->catalog->files.ptr[rename->files.ptr[place->file].id];
        return str_format(rename->request->arena, "%.*s:%u: %s", STR_ARG(row->path),
                          place->site.line, place->why ? place->why : "it may be the symbol");
    }
    return (Str){0};
}

Str rename_refusal(const Rename *rename, const RenameChoice *choice)
{
    Arena *arena = rename->request->arena;
    for (size_t i = 0; i < rename->conflicts.len; i++) {
        const RenameConflict *conflict = &rename->conflicts.ptr[i];
        if (conflict->may_be_told && choice->likely)
            continue;
        return conflict->line ? str_format(arena, "%.*s:%u: %.*s", STR_ARG(conflict->path),
                                           conflict->line, STR_ARG(conflict->message))
                              : str_format(arena, "%.*s: %.*s", STR_ARG(conflict->path),
                                           STR_ARG(conflict->message));
    }
    size_t left = choice->leave ? 0 : rename_count_left(rename);
    if (!left)
        return (Str){0};
    return str_format(arena, "%zu place%s may be the symbol, and no proof says so; %.*s", left,
                      left == 1 ? "" : "s", STR_ARG(first_place_left(rename)));
}

bool rename_plan(Rename *rename, Str subject, EditSet *set, Str *why, Err *err)
{
    const RenameChoice choice = {0};
    *why = (Str){0};
    if (!rename_begin(rename, subject, err) || !rename_check_names(rename, err) ||
        !rename_find_all(rename, err))
        return false;
    rename_choose(rename, &choice);
    rename_make_edits(rename, set);
    if (!rename_is_refused(rename, &choice) && !rename_prove(rename, set, err))
        return false;
    *why = rename_refusal(rename, &choice);
    return true;
}
