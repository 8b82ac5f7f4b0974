/* Which places are applied, and the texts of the files after that. Replacements are made by bytes,
   so line ends, encodings and everything else stay as they are. */
#include "refactor/rename_local.h"

#include "base/path.h"

/* Whether the file is the path, or below it. */
static bool is_below(Str path, Str only)
{
    while (only.len && only.ptr[only.len - 1] == '/')
        only.len--;
    return !only.len || str_equal(path, only) ||
           (str_starts(path, only) && path.len > only.len && path.ptr[only.len] == '/');
}

void rename_choose(Rename *rename, const RenameChoice *choice)
{
    const bool wanted[RENAME_VERDICT_COUNT] = {[RENAME_EXACT] = true,
                                               [RENAME_LIKELY] = choice->likely,
                                               [RENAME_AMBIGUOUS] = choice->ambiguous,
                                               [RENAME_GENERATED] = choice->generated,
                                               [RENAME_STRING] = choice->strings,
                                               [RENAME_COMMENT] = choice->comments,
                                               [RENAME_TEXT] = choice->texts};
    for (size_t i = 0; i < rename->places.len; i++) {
        RenamePlace *place = &rename->places.ptr[i];
        Str path = rename->catalog->files.ptr[rename->files.ptr[place->file].id].path;
        place->applied = wanted[place->verdict] && is_below(path, choice->only);
    }
}

size_t rename_count_left(const Rename *rename)
{
    size_t left = 0;
    for (size_t i = 0; i < rename->places.len; i++)
        left += rename->places.ptr[i].verdict <= RENAME_GENERATED && !rename->places.ptr[i].applied;
    return left;
}

/* Where the key of `{old}` would be written: Rust has words before it, as in `{ref mut old}`. */
static size_t key_start(Str text, size_t at)
{
    static const char words[] = "ref mut";
    for (size_t start = at;; at = start) {
        while (start && byte_in(text.ptr[start - 1], " \t"))
            start--;
        Str word = str_word_before(text, start);
        if (!word.len || start == at || !name_is_listed(words, word))
            return at;
        start -= word.len;
    }
}

/* Writes the text from `at` to a place, and the new name there. `{old}` is a key and a value: the
   one that is not the symbol keeps its name. */
static void put_name(Buf *out, const Rename *rename, const RenamePlace *place, size_t at)
{
    Str text = rename->files.ptr[place->file].text;
    size_t start = place->site.start;
    bool key = place->shorthand && place->key;
    size_t split = key ? key_start(text, start) : start;
    buf_put(out, str_slice(text, at, split));
    if (key)
        buf_printf(out, "%.*s: %.*s%.*s", STR_ARG(rename->new),
                   STR_ARG(str_slice(text, split, start)), STR_ARG(rename->old));
    else if (place->shorthand)
        buf_printf(out, "%.*s: %.*s", STR_ARG(rename->old), STR_ARG(rename->new));
    else
        buf_put(out, rename->new);
}

static Str text_after(const Rename *rename, uint32_t index, EditFile *edit)
{
    const RenameFile *file = &rename->files.ptr[index];
    Buf out = buf_open(rename->request->arena, 0);
    size_t at = 0;
    for (size_t i = 0; i < rename->places.len; i++) {
        const RenamePlace *place = &rename->places.ptr[i];
        if (place->file != index || !place->applied)
            continue;
        put_name(&out, rename, place, at);
        at = place->site.start + rename->old.len;
        edit->start = edit->start ? edit->start : place->site.line;
        edit->end = place->site.line;
    }
    buf_put(&out, str_from_offset(file->text, at));
    return buf_str(&out);
}

/* Compares the outlines before and after: the same symbols, and no new syntax error. */
static void check_outline(Rename *rename, const RenameFile *file, const EditFile *edit)
{
    Outline after;
    if (!file->is_code)
        return;
    rename_outline(rename, file, edit->after, true, &after);
    const Outline *before = &file->outline;
    bool broken = after.degraded && !before->degraded;
    if (broken || after.symbols.len != before->symbols.len)
        rename_add_conflict(rename, edit->path, edit->start,
                            broken ? STR("the file would have a syntax error")
                                   : STR("the file would declare other symbols"));
}

/* Moves a file that is named after the type which it declares. */
static void move_file(Rename *rename, uint32_t index, EditFile *edit)
{
    Arena *arena = rename->request->arena;
    Str base = path_base(edit->path);
    size_t dot = str_find_byte(base, '.');
    bool declares = false;
    for (size_t i = 0; i < rename->places.len; i++)
        declares |= rename->places.ptr[i].file == index && rename->places.ptr[i].declares;
    if (!rename->is_type || !declares || dot == STR_NONE ||
        !str_equal(str_slice(base, 0, dot), rename->old))
        return;
    const Str parts[] = {str_slice(edit->path, 0, edit->path.len - base.len), rename->new,
                         str_from_offset(base, dot)};
    Str path = str_join_all(arena, parts, COUNT(parts));
    if (catalog_find_file(rename->catalog, path) != FILE_NOWHERE)
        rename_add_conflict(rename, path, 0,
                            STR("the file would have this name, and there is one"));
    edit->status = EDIT_MOVED;
    edit->old_path = edit->path;
    edit->path = path;
}

void rename_make_edits(Rename *rename, EditSet *set)
{
    for (size_t f = 0; f < rename->files.len; f++) {
        const RenameFile *file = &rename->files.ptr[f];
        EditFile edit = {.status = EDIT_CHANGED,
                         .path = rename->catalog->files.ptr[file->id].path,
                         .before = file->text};
        edit.after = text_after(rename, (uint32_t)f, &edit);
        if (edit.start) {
            check_outline(rename, file, &edit);
            if (!rename_count_left(rename))
                rename_check_scopes(rename, (uint32_t)f, edit.after);
        }
        if (edit.start && rename->facts->files_have_type_names)
            move_file(rename, (uint32_t)f, &edit);
        if (edit.start)
            *VEC_PUSH(rename->request->arena, &set->files) = edit;
    }
}
