/* A rename is right if each name means after it what it meant before. What names mean in functions
   is read before and after the edit and compared place by place (Schäfer, Ekman and de Moor,
   "Sound and extensible renaming for Java"). A difference is a name that a variable captures, or
   that loses its variable. */
#include "refactor/rename_local.h"

#include "text/lines.h"

RenameShift rename_shift_of(const Rename *rename, uint32_t file)
{
    Arena *arena = rename->request->arena;
    RenameShift shift = {.starts = NEW(arena, uint32_t, rename->places.len + 1),
                         .shifts = NEW(arena, int64_t, rename->places.len + 1),
                         .own = NEW(arena, uint32_t, rename->places.len + 1)};
    int64_t sum = 0;
    for (size_t i = 0; i < rename->places.len; i++) {
        const RenamePlace *place = &rename->places.ptr[i];
        if (place->file != file || !place->applied)
            continue;
        /* `key: value` has both names; a variable is the second. */
        size_t key = place->key ? rename->new.len : rename->old.len;
        shift.starts[shift.count] = place->site.start;
        shift.own[shift.count] = place->shorthand ? (uint32_t)key + 2 : 0;
        sum += place->shorthand ? (int64_t)rename->new.len + 2
                                : (int64_t)rename->new.len - (int64_t)rename->old.len;
        shift.shifts[++shift.count] = sum;
    }
    return shift;
}

uint32_t rename_offset_after(const RenameShift *shift, uint32_t offset)
{
    size_t low = 0, high = shift->count;
    while (low < high) { /* how many edits begin before the offset */
        size_t middle = (low + high) / 2;
        if (shift->starts[middle] < offset)
            low = middle + 1;
        else
            high = middle;
    }
    bool here = low < shift->count && shift->starts[low] == offset;
    return (uint32_t)(offset + shift->shifts[low] + (here ? shift->own[low] : 0));
}

const LocalSite *rename_find_local_site(const LocalNames *names, uint32_t start)
{
    size_t low = 0, high = names->sites.len;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (names->sites.ptr[middle].start < start)
            low = middle + 1;
        else
            high = middle;
    }
    return low < names->sites.len && names->sites.ptr[low].start == start ? &names->sites.ptr[low]
                                                                          : NULL;
}

static void add_difference(Rename *rename, uint32_t file, const LocalSite *before,
                           const LocalSite *after)
{
    const RenameFile *edited = &rename->files.ptr[file];
    Str path = catalog_row(rename->catalog, edited->id)->path;
    uint32_t line = (uint32_t)lines_at_offset(edited->text, before->start);
    for (size_t i = 0; i < rename->conflicts.len; i++) /* a check has said why already */
        if (rename->conflicts.ptr[i].line == line &&
            str_equal(rename->conflicts.ptr[i].path, path) && !rename->conflicts.ptr[i].may_be_told)
            return;
    Str now = rename->new;
    const char *message = !after ? "'%.*s' would not be a name here"
                          : after->role == LOCAL_VARIABLE || after->role == LOCAL_MEMBER
                              ? "'%.*s' would mean another variable here"
                              : "'%.*s' would not mean its variable here";
    rename_add_conflict(rename, path, line,
                        str_format(rename->request->arena, message, STR_ARG(now)));
}

static bool is_same(const RenameShift *shift, const LocalSite *before, const LocalSite *after)
{
    if (!after || before->role != after->role)
        return false;
    return (before->role != LOCAL_VARIABLE && before->role != LOCAL_MEMBER) ||
           rename_offset_after(shift, before->declared) == after->declared;
}

/* Whether the file has the new name, or keeps the old one somewhere in code. Without both, names
   that were one are one still, and those that were two are two. */
static bool may_differ(const Rename *rename, uint32_t file)
{
    if (rename->files.ptr[file].has_new || rename->local.is_set)
        return true;
    for (size_t i = 0; i < rename->places.len; i++) {
        const RenamePlace *place = &rename->places.ptr[i];
        if (place->file == file && !place->applied && place->site.where == NAME_IN_CODE)
            return true;
    }
    return false;
}

void rename_check_scopes(Rename *rename, uint32_t file, Str text)
{
    const RenameFile *edited = &rename->files.ptr[file];
    LocalNames before = {0}, after = {0};
    if (!may_differ(rename, file))
        return;
    if (!rename_read_locals(rename, edited, edited->text, &before) ||
        !rename_read_locals(rename, edited, text, &after))
        return;
    RenameShift shift = rename_shift_of(rename, file);
    for (size_t i = 0; i < before.sites.len; i++) {
        const LocalSite *site = &before.sites.ptr[i];
        uint32_t at = rename_offset_after(&shift, site->start);
        const LocalSite *is = rename_find_local_site(&after, at);
        /* A key that may be a variable is judged by its value: it is left, or names the member. */
        Str named = rename->is_member && !rename->local.is_set ? rename->new : rename->old;
        Str here = str_from_offset(text, at);
        bool left = site->doubtful && (str_starts(here, rename->old) || str_starts(here, named));
        if (site->role != LOCAL_APART && !left && !is_same(&shift, site, is))
            add_difference(rename, file, site, is);
    }
}
