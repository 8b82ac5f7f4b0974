/* Each place that names the symbol: in an import, by its whole name, or by the name alone. */
#include "refactor/move_space.h"

#include "base/path.h"
#include "text/lines.h"

static const char *message_of(const RenamePlace *place)
{
    return place->why ? place->why : "its meaning is not sure";
}

static bool refuse_place(const Space *space, const RenamePlace *place, const char *why, Err *err)
{
    const Rename *uses = space->move->uses;
    uint32_t file = uses->files.ptr[place->file].id;
    return move_refuse(err, "'%.*s' (line %u): %s", STR_ARG(uses->catalog->files.ptr[file].path),
                       place->site.line, why);
}

static SpaceText *text_of(Space *space, const RenameFile *file)
{
    Str path = space->move->uses->catalog->files.ptr[file->id].path;
    if (file->id == space->move->from.id)
        return &space->from;
    if (!space->fresh && file->id == space->move->to.id)
        return &space->to;
    for (size_t i = 0; i < space->users.len; i++)
        if (str_equal(space->users.ptr[i].path, path))
            return &space->users.ptr[i];
    SpaceText *text = VEC_PUSH(space->move->uses->request->arena, &space->users);
    *text = (SpaceText){.path = path, .before = file->text, .outline = &file->outline};
    return text;
}

static const Import *import_at(const Outline *outline, size_t at)
{
    for (size_t i = 0; i < outline->imports.len; i++)
        if (outline->imports.ptr[i].start <= at && at < outline->imports.ptr[i].end)
            return &outline->imports.ptr[i];
    return NULL;
}

/* The namespace that code of a file is in, by an offset. */
static Str space_at(const Space *space, const Outline *outline, uint32_t at)
{
    uint32_t symbol = name_site_symbol(outline, at);
    if (!symbol)
        return outline->package;
    for (uint32_t i = symbol; i; i = outline->symbols.ptr[i - 1].parent)
        if (outline->symbols.ptr[i - 1].kind != SYMBOL_NAMESPACE)
            symbol = i;
    return space_in(space, outline, symbol - 1);
}

/* Where the names before a place begin that are joined with it by separators. */
static size_t path_start(const Space *space, Str text, size_t at)
{
    char mark = space->facts->separator[0];
    while (at > 0 && (byte_is_word(text.ptr[at - 1]) || text.ptr[at - 1] == mark))
        at--;
    return at;
}

/* The whole namespace that is written before a place: a path's first word may be another name. */
static Str written_space(const Space *space, const SpaceText *text, Str path, Str around)
{
    const SpaceFacts *facts = space->facts;
    Arena *arena = space->move->uses->request->arena;
    if (path.len && path.ptr[0] == facts->separator[0])
        return str_from_offset(path, 1);
    if (!facts->is_loaded)
        return path;
    size_t first = str_find_byte(path, facts->separator[0]);
    Str head = str_slice(path, 0, first == STR_NONE ? path.len : first);
    Str rest = first == STR_NONE ? (Str){0} : str_from_offset(path, first);
    if (str_equal(head, str_from(facts->clause)))
        return str_join(arena, around, rest);
    for (size_t i = 0; i < text->outline->imports.len; i++) {
        const Import *import = &text->outline->imports.ptr[i];
        if (str_equal(space_seen(facts, import), head))
            return str_join(arena, space_imported(arena, facts, import), rest);
    }
    return around.len
               ? str_format(arena, "%.*s%s%.*s", STR_ARG(around), facts->separator, STR_ARG(path))
               : path;
}

static bool is_member(const NameSite *site)
{
    return site->access != ACCESS_NONE;
}

/* The whole line of the import goes: its file sees the symbol without it. */
static bool drop_line(Space *space, SpaceText *text, const Import *import)
{
    size_t start = lines_start_at(text->before, import->start), end = import->end;
    while (end < text->before.len && text->before.ptr[end] != '\n')
        end++;
    if (import->bindings.len > 1 ||
        str_starts(str_trim(str_slice(text->before, start, end)), STR("}")))
        return false;
    space_edit(space, text, start, end + (end < text->before.len), (Str){0});
    return true;
}

static bool change_import(Space *space, SpaceText *text, const Import *import,
                          const RenamePlace *place, Err *err)
{
    size_t at = place->site.start, start = path_start(space, text->before, at);
    Str path = str_slice(text->before, start, at > start ? at - 1 : at);
    if (path.len && path.ptr[0] == space->facts->separator[0])
        path = str_from_offset(path, 1), start++;
    if (!str_equal(path, space->old))
        return refuse_place(space, place, "the import is not written with the whole name", err);
    Str seen = space_seen(space->facts, import);
    bool renamed = !str_equal(seen, space->move->uses->old);
    bool sees = str_equal(text->outline->package, space->target) || text == &space->to;
    if (sees && !renamed && drop_line(space, text, import))
        return true;
    space_edit(space, text, start, at,
               str_format(space->move->uses->request->arena, "%.*s%s", STR_ARG(space->target),
                          space->facts->separator));
    return true;
}

static bool change_qualified(Space *space, SpaceText *text, const RenamePlace *place, Str around,
                             Err *err)
{
    Arena *arena = space->move->uses->request->arena;
    size_t at = place->site.start, start = path_start(space, text->before, at);
    Str path = str_slice(text->before, start, at - 1);
    Str whole = written_space(space, text, path, around);
    if (!str_equal(whole, space->old))
        return refuse_place(space, place, "it is reached through a name that is not followed", err);
    const char *lead = space->facts->is_loaded ? space->facts->separator : "";
    space_edit(
        space, text, start, at,
        str_format(arena, "%s%.*s%s", lead, STR_ARG(space->target), space->facts->separator));
    return true;
}

/* Whether one of the file's imports has the name itself. */
static bool imports_itself(const Space *space, const Outline *outline)
{
    Arena *arena = space->move->uses->request->arena;
    for (size_t i = 0; i < outline->imports.len; i++) {
        const Import *import = &outline->imports.ptr[i];
        Str whole = space_imported(arena, space->facts, import);
        if (!space->facts->whole && str_equal(space_outer(space->facts, whole), space->old) &&
            str_equal(space_last(space->facts, whole), space->move->uses->old))
            return true;
    }
    return false;
}

static bool change_bare(Space *space, SpaceText *text, Str around)
{
    Arena *arena = space->move->uses->request->arena;
    if (space_sees(space, around, space->target) || imports_itself(space, text->outline))
        return true;
    Str whole = space->facts->whole
                    ? space->target
                    : str_format(arena, "%.*s%s%.*s", STR_ARG(space->target),
                                 space->facts->separator, STR_ARG(space->move->uses->old));
    SymbolKind kind =
        (SymbolKind)catalog_entry(space->move->uses->catalog, space->move->uses->symbol)->kind;
    space_add_import(space, text, space_import_line(space, whole, kind));
    return true;
}

static bool change_place(Space *space, const RenamePlace *place, Err *err)
{
    const RenameFile *file = &space->move->uses->files.ptr[place->file];
    SpaceText *text = text_of(space, file);
    size_t at = place->site.start;
    const Import *import = import_at(text->outline, at);
    Str around = space_at(space, text->outline, place->site.start);
    if (file->language != space->move->from.outline.language)
        return refuse_place(space, place, "code of another language names it", err);
    if (import)
        return change_import(space, text, import, place, err);
    bool joined = at > 0 && text->before.ptr[at - 1] == space->facts->separator[0];
    if (joined &&
        symbol_is_function(
            (SymbolKind)catalog_entry(space->move->uses->catalog, space->move->uses->symbol)
                ->kind) &&
        !space->facts->is_loaded) { /* an extension, or a whole name */
        size_t start = path_start(space, text->before, at);
        if (!str_equal(str_slice(text->before, start, at - 1), space->old))
            return change_bare(space, text, around);
    }
    return joined ? change_qualified(space, text, place, around, err)
                  : change_bare(space, text, around);
}

/* Whether a place that surely means something else would mean the symbol in its new namespace. */
static bool would_capture(const Space *space, const RenamePlace *place)
{
    const RenameFile *file = &space->move->uses->files.ptr[place->file];
    const RenameFacts *facts = space->move->uses->facts;
    if (!file->is_code || place->site.where != NAME_IN_CODE || is_member(&place->site) ||
        rename_node_is(facts->apart, &place->site) || rename_node_is(facts->binds, &place->site))
        return false;
    const Import *import = import_at(&file->outline, place->site.start);
    return !import && !place->declares &&
           space_sees(space, space_at(space, &file->outline, place->site.start), space->target);
}

/* Whether the whole name of the symbol is written there. */
static bool is_whole(const Space *space, const RenamePlace *place)
{
    const RenameFile *file = &space->move->uses->files.ptr[place->file];
    size_t at = place->site.start;
    if (!file->is_code || place->site.where != NAME_IN_CODE || !at || !space->old.len)
        return false;
    size_t start = path_start(space, file->text, at);
    return at > start && str_equal(str_slice(file->text, start, at - 1), space->old);
}

/* Whether the namespace has another symbol. */
static bool stays(const Space *space)
{
    const Rename *uses = space->move->uses;
    const Catalog *catalog = uses->catalog;
    for (uint32_t i = 0; i < catalog->files.len; i++) {
        const CatalogFile *row = &catalog->files.ptr[i];
        if (!row->path.len || !row->count || row->language != space->move->from.outline.language)
            continue;
        row = catalog_row(catalog, i);
        for (uint32_t k = 1; k < row->count; k++)
            if (!rename_has(uses, row->first + k) && space_is_top(space, row->first + k) &&
                str_equal(space_of(space, row->first + k), space->old))
                return true;
    }
    return false;
}

/* Refuses when a file imports all of a namespace that would be empty. */
static bool check_emptied(const Space *space, Err *err)
{
    const Rename *uses = space->move->uses;
    Arena *arena = uses->request->arena;
    const SpaceFacts *facts = space->facts;
    if (facts->is_loaded || !space->old.len || stays(space))
        return true;
    Str wanted = str_format(arena, "%s %.*s%s", facts->import, STR_ARG(space->old),
                            facts->whole ? facts->end : facts->separator);
    for (uint32_t i = 0; i < uses->catalog->files.len; i++) {
        const CatalogFile *row = &uses->catalog->files.ptr[i];
        Arena scratch = *uses->request->scratch;
        Str text = {0};
        if (row->path.len && row->language == space->move->from.outline.language &&
            (!rename_read_text(uses, &scratch, row, &text) || str_find(text, wanted) != STR_NONE) &&
            (facts->whole || str_find(text, str_join(arena, wanted, STR("*"))) != STR_NONE))
            return move_refuse(err, "'%.*s' imports all of '%.*s', which would be empty",
                               STR_ARG(row->path), STR_ARG(space->old));
    }
    return true;
}

/* Whether a document only speaks of it: other words are in the line. */
static bool is_prose(const Space *space, const RenamePlace *place, size_t start)
{
    const RenameFile *file = &space->move->uses->files.ptr[place->file];
    Str path = space->move->uses->catalog->files.ptr[file->id].path;
    Str name = str_slice(file->text, start, place->site.start + space->move->uses->old.len);
    size_t line = lines_start_at(file->text, start);
    Str rest = str_from_offset(file->text, line);
    rest = str_slice(rest, 0, MIN(rest.len, str_find_byte(rest, '\n')));
    return !file->is_code && name_is_listed("md txt rst adoc html", path_extension(path)) &&
           !str_equal(str_trim(rest), name);
}

/* Whether a string or another text has the symbol's whole name, or the path of its class. */
static bool tells_whole(const Space *space, const RenamePlace *place)
{
    Str text = space->move->uses->files.ptr[place->file].text;
    size_t at = place->site.start, start = at;
    char mark = space->facts->separator[0];
    bool text_only = !space->move->uses->files.ptr[place->file].is_code;
    if (!at || (place->verdict != RENAME_STRING && place->verdict != RENAME_TEXT && !text_only) ||
        !byte_in(text.ptr[at - 1], (const char[]){mark, '/', 0}) ||
        (text.ptr[at - 1] == '/' && place->site.next == '.'))
        return false;
    while (start && (byte_is_word(text.ptr[start - 1]) ||
                     byte_in(text.ptr[start - 1], (const char[]){mark, '/', 0})))
        start--;
    if (is_prose(space, place, start))
        return false;
    Str last = space_last(space->facts, space->old);
    Str path = str_slice(text, start, at);
    while (path.len && byte_in(path.ptr[path.len - 1], (const char[]){mark, '/', 0}))
        path.len--;
    return str_ends(path, last);
}

/* Kotlin: whether the place can only mean the symbol or a member, which comes before what is
   imported: an import changes nothing then. */
static bool is_harmless(const Space *space, const RenamePlace *place)
{
    const RenameFile *file = &space->move->uses->files.ptr[place->file];
    size_t at = place->site.start;
    return space->move->uses->is_unique && space->facts->private_is_of_file && file->is_code &&
           file->language == space->move->from.outline.language && at &&
           file->text.ptr[at - 1] == space->facts->separator[0] && place->site.next == '(';
}

/* Refuses when code of another language names the symbol: it may see the class of its file. */
static bool check_foreign(const Space *space, Err *err)
{
    const Rename *uses = space->move->uses;
    for (size_t i = 0; i < uses->places.len; i++) {
        const RenamePlace *place = &uses->places.ptr[i];
        const RenameFile *file = &uses->files.ptr[place->file];
        if (file->language && file->language != space->move->from.outline.language &&
            file->is_code && place->verdict <= RENAME_AMBIGUOUS &&
            place->site.where == NAME_IN_CODE && space->facts->private_is_of_file)
            return refuse_place(space, place, "code of another language names it", err);
    }
    return true;
}

bool space_change_users(Space *space, Err *err)
{
    const Rename *uses = space->move->uses;
    if (!check_foreign(space, err))
        return false;
    if (str_equal(space->old, space->target))
        return true;
    if (!check_emptied(space, err))
        return false;
    for (size_t i = 0; i < uses->places.len; i++) {
        const RenamePlace *place = &uses->places.ptr[i];
        const RenameFile *file = &uses->files.ptr[place->file];
        bool inside = file->id == space->move->from.id && place->site.start >= space->move->start &&
                      place->site.start < space->move->end;
        if (inside || place->declares)
            continue;
        if (space->users.len > SPACE_FILES_MAX)
            return move_refuse(err, "too many files name it");
        bool sure = place->verdict == RENAME_EXACT ||
                    (place->verdict <= RENAME_AMBIGUOUS &&
                     (is_whole(space, place) || is_harmless(space, place)));
        if (sure && !change_place(space, place, err))
            return false;
        if (!sure && place->verdict <= RENAME_GENERATED && (file->is_code || !space->old.len))
            return refuse_place(space, place, message_of(place), err);
        if (tells_whole(space, place))
            return refuse_place(space, place, "a text has its whole name", err);
        if (place->verdict == RENAME_OTHER && would_capture(space, place))
            return refuse_place(space, place, "the name would mean what is moved", err);
    }
    return true;
}
