/* The order: what moves, what forbids the new path, the places in all files, the edits, the proof.
   Only files that have the old name, move, or load files by computed names are read closely. */
#include "refactor/relocate.h"

#include "base/path.h"
#include "git/git_walk.h"
#include "index/imports/imports_paths.h"
#include "refactor/relocate_disk.h"

static bool is_below(Str path, Str folder)
{
    return str_starts(path, folder) && path.len > folder.len && path.ptr[folder.len] == '/';
}

/* ---- what moves ---- */

bool relocate_is_path(const Rename *frame, Str text)
{
    bool slash = str_find_byte(text, '/') != STR_NONE;
    while (text.len && text.ptr[text.len - 1] == '/')
        text.len--;
    if (!text.len || (!slash && str_find_byte(text, '.') == STR_NONE))
        return false;
    for (size_t i = 0; i < frame->catalog->files.len; i++) {
        Str path = frame->catalog->files.ptr[i].path;
        if (str_equal(path, text) || (slash && is_below(path, text)))
            return true;
    }
    return false;
}

static bool find_moved(Relocate *relocate, Err *err)
{
    Rename *frame = relocate->frame;
    Arena *arena = frame->request->arena;
    relocate->moved_at = NEW(arena, uint32_t, frame->catalog->files.len + 1);
    relocate->is_folder = catalog_find_file(frame->catalog, relocate->old) == FILE_NOWHERE;
    for (uint32_t i = 0; i < frame->catalog->files.len; i++) {
        Str path = frame->catalog->files.ptr[i].path;
        if (!str_equal(path, relocate->old) && !is_below(path, relocate->old))
            continue;
        Str rest = str_from_offset(path, relocate->old.len);
        *VEC_PUSH(arena, &relocate->moved) =
            (RelocatedFile){i, path, str_join(arena, relocate->new, rest)};
        relocate->moved_at[i] = (uint32_t)relocate->moved.len;
    }
    Str base = path_base(relocate->old);
    relocate->stem = relocate->is_folder ? base : relocate_without_extension(base);
    if (relocate->moved.len > RELOCATE_FILES_MAX)
        return err_set(err, ERR_FAILED, "'%.*s' has too many files", STR_ARG(relocate->old));
    return relocate->moved.len || err_set(err, ERR_NOT_FOUND, "'%.*s' has no file that is indexed",
                                          STR_ARG(relocate->old));
}

/* ---- what forbids the new path ---- */

static bool check_form(const Relocate *relocate, Err *err)
{
    Str rest = relocate->new, part;
    bool inside = relocate->new.len > 0;
    while (str_take_until(&rest, '/', &part))
        inside &= part.len && !str_equal(part, STR(".")) && !str_equal(part, STR("..")) &&
                  !str_equal_nocase(part, STR(".git"));
    if (!inside || !str_is_utf8(relocate->new) || str_find_byte(relocate->new, '\\') != STR_NONE)
        return err_set(err, ERR_USAGE, "NEW '%.*s' is not a path within the repository",
                       STR_ARG(str_slice(relocate->new, 0, PATH_SHOWN_BYTES)));
    if (str_equal(relocate->old, relocate->new))
        return err_set(err, ERR_USAGE, "it is called '%.*s' already", STR_ARG(relocate->new));
    if (is_below(relocate->new, relocate->old))
        return err_set(err, ERR_USAGE, "a directory cannot move into itself");
    return true;
}

static bool equal_front(Str path, Str front)
{
    return path.len >= front.len && str_equal_nocase(str_slice(path, 0, front.len), front) &&
           (path.len == front.len || path.ptr[front.len] == '/');
}

/* A path that is there already, or differs from the new one only by case. */
static void check_clashes(Relocate *relocate)
{
    const Catalog *catalog = relocate->frame->catalog;
    for (uint32_t i = 0; i < catalog->files.len; i++) {
        Str path = catalog->files.ptr[i].path, folder = relocate->new;
        if (!path.len || relocate_moves(relocate, i))
            continue;
        if (equal_front(path, relocate->new)) {
            rename_add_conflict(relocate->frame, path, 0,
                                STR("this path, by case or as it is, is there already"));
            return;
        }
        while (imports_climb(&folder) && folder.len)
            if (equal_front(path, folder) && !str_starts(path, folder)) {
                rename_add_conflict(relocate->frame, path, 0,
                                    STR("its directory differs from the new one only by case"));
                return;
            }
    }
}

/* A name that imports say must be one, and no other module may have it. */
static void check_module(Relocate *relocate, const RelocateFacts *facts, const Language *language)
{
    Rename *frame = relocate->frame;
    Str base = path_base(relocate->new), folder = imports_folder(relocate->new);
    Str stem = relocate->is_folder ? base : relocate_without_extension(base);
    const RenameFacts *names = rename_facts(language);
    Str why = facts->stem_is_name && names ? rename_invalid(names, stem) : (Str){0};
    if (why.len)
        rename_add_conflict(frame, relocate->new, 0,
                            str_format(frame->request->arena, "'%.*s' cannot be a module: %.*s",
                                       STR_ARG(stem), STR_ARG(why)));
    for (uint32_t i = 0; i < frame->catalog->files.len; i++) {
        Str path = frame->catalog->files.ptr[i].path, other = path;
        const RelocateFacts *of = relocate_facts(frame->catalog->files.ptr[i].language);
        bool nested = folder.len ? is_below(path, folder) : path.len > 0;
        if (!of || relocate_moves(relocate, i) || !nested ||
            !(facts->extensions || facts->dotted) || !of->kin || !facts->kin ||
            strcmp(of->kin, facts->kin) != 0)
            continue;
        other = str_from_offset(path, folder.len ? folder.len + 1 : 0);
        Str first = str_slice(other, 0, str_find_byte(other, '/'));
        if (str_equal(first, stem) ||
            (first.len == other.len && str_equal(relocate_without_extension(first), stem))) {
            rename_add_conflict(frame, path, 0,
                                STR("an import of the new name would mean this, too"));
            return;
        }
    }
}

static void check_file(Relocate *relocate, const RelocatedFile *moved)
{
    Rename *frame = relocate->frame;
    Arena *arena = frame->request->arena;
    const Language *language = frame->catalog->files.ptr[moved->id].language;
    const RelocateFacts *facts = relocate_facts(language);
    Str text;
    if (!facts && language && lang_follows_calls(language))
        rename_add_conflict(frame, moved->before, 0,
                            str_format(arena, "how files of %.*s name each other is not known",
                                       STR_ARG(lang_name(language))));
    if (facts && facts->refused)
        rename_add_conflict(frame, moved->before, 0, str_from(facts->refused));
    if (!facts && !str_equal(path_extension(moved->before), path_extension(moved->after)))
        rename_add_told(frame, moved->after, 0, STR("its extension says what it is"));
    if (!facts || facts->refused)
        return;
    if (!rename_read_text(frame, arena, &frame->catalog->files.ptr[moved->id], &text) ||
        lang_detect(moved->after, text) != language)
        rename_add_conflict(frame, moved->after, 0,
                            str_format(arena, "by this name it would not be a file of %.*s",
                                       STR_ARG(lang_name(language))));
    relocate_check_names(relocate, facts, moved);
    if (facts->check)
        facts->check(relocate, moved);
}

static bool check_new_path(Relocate *relocate, Err *err)
{
    Rename *frame = relocate->frame;
    const Language *language = frame->catalog->files.ptr[relocate->moved.ptr[0].id].language;
    const RelocateFacts *facts = relocate_facts(language);
    check_clashes(relocate);
    for (size_t i = 0; i < relocate->moved.len; i++)
        check_file(relocate, &relocate->moved.ptr[i]);
    if (facts)
        check_module(relocate, facts, language);
    return relocate_check_disk(relocate, err);
}

/* ---- places ---- */

static bool is_kin(const Relocate *relocate, const RelocateFacts *facts)
{
    for (size_t i = 0; facts && facts->kin && i < relocate->moved.len; i++) {
        uint32_t id = relocate->moved.ptr[i].id;
        const RelocateFacts *of = relocate_facts(relocate->frame->catalog->files.ptr[id].language);
        if (!of || (of->kin && !strcmp(of->kin, facts->kin)))
            return true;
    }
    return false;
}

/* What a file says of where it is, and of its name. */
static void check_self(Relocate *relocate, const RelocateText *text)
{
    Str found;
    size_t at;
    bool leaves = !str_equal(imports_folder(text->before), imports_folder(text->after));
    if (leaves && relocate_says(text->facts->places, text->text, &found, &at))
        relocate_object(relocate, text, at, true, "'%.*s' says where the file is", STR_ARG(found));
    if (relocate_says(text->facts->shows, text->text, &found, &at))
        relocate_object(relocate, text, at, true, "'%.*s' shows the name of the file or module",
                        STR_ARG(found));
}

static void read_tokens(const Relocate *relocate, RelocateText *text)
{
    size_t kept = 0;
    code_tokens_read(relocate->frame->request->arena, text->language, text->text, &text->tokens);
    for (size_t i = 0; i < text->tokens.len; i++)
        if (text->tokens.ptr[i].kind != TOKEN_INDENT)
            text->tokens.ptr[kept++] = text->tokens.ptr[i];
    text->tokens.len = kept;
}

static void read_code(Relocate *relocate, RelocateText *text, bool kin)
{
    Rename *frame = relocate->frame;
    const OutlineOptions options = {.want_references = true, .no_ctags = true};
    Str found;
    size_t at;
    text->outline = (Outline){.language = text->language};
    lang_outline(frame->request->arena, *frame->request->scratch, text->language, text->text,
                 &options, &text->outline);
    read_tokens(relocate, text);
    if (kin && text->outline.degraded)
        relocate_object(relocate, text, 0, true, "the file has syntax errors");
    bool may = kin && relocate_may_be_loaded(relocate, text->facts);
    if (may && relocate_says(text->facts->autoloads, text->text, &found, &at))
        relocate_object(relocate, text, at, true, "'%.*s' may load files by their names",
                        STR_ARG(found));
    if (may && relocate_says(text->facts->asks, text->text, &found, &at))
        relocate_object(relocate, text, at, true, "'%.*s' may show the name of the module",
                        STR_ARG(found));
    if (kin && text->facts->rewrite)
        text->facts->rewrite(relocate, text);
    if (relocate_moves(relocate, text->id))
        check_self(relocate, text);
}

static int by_start(const void *a, const void *b)
{
    const RelocateSplice *x = a, *y = b;
    return x->start < y->start ? -1 : x->start > y->start;
}

/* The text after it, and each splice as a place of the answer. */
static Str text_after(Relocate *relocate, RelocateText *text, EditFile *edit)
{
    Rename *frame = relocate->frame;
    Arena *arena = frame->request->arena;
    Buf out = buf_open(arena, 0);
    size_t at = 0, line = 1, counted = 0;
    if (text->splices.len)
        qsort(text->splices.ptr, text->splices.len, sizeof *text->splices.ptr, by_start);
    if (text->splices.len)
        *VEC_PUSH(arena, &frame->files) = (RenameFile){.id = text->id, .text = text->text};
    for (size_t i = 0; i < text->splices.len; i++) {
        const RelocateSplice *splice = &text->splices.ptr[i];
        if (splice->start < at)
            continue;
        buf_put(&out, str_slice(text->text, at, splice->start));
        buf_put(&out, splice->with);
        at = splice->end;
        for (; counted < splice->start; counted++)
            line += text->text.ptr[counted] == '\n';
        edit->start = edit->start ? edit->start : (uint32_t)line;
        edit->end = (uint32_t)line;
        *VEC_PUSH(arena, &frame->places) =
            (RenamePlace){.file = (uint32_t)frame->files.len - 1,
                          .site = {.start = splice->start, .line = (uint32_t)line, .column = 1},
                          .verdict = RENAME_EXACT,
                          .applied = true};
    }
    buf_put(&out, str_from_offset(text->text, at));
    return buf_str(&out);
}

static void add_edit(Relocate *relocate, RelocateText *text)
{
    bool moves = relocate_moves(relocate, text->id);
    EditFile edit = {.status = moves ? EDIT_MOVED : EDIT_CHANGED,
                     .path = text->after,
                     .old_path = moves ? text->before : (Str){0},
                     .before = text->text};
    edit.after = text->splices.len ? text_after(relocate, text, &edit) : text->text;
    if (moves || text->splices.len)
        *VEC_PUSH(relocate->frame->request->arena, &relocate->set.files) = edit;
}

static bool has_load(const RelocateFacts *facts, Str text)
{
    Str found;
    size_t at;
    return relocate_says(facts->computes, text, &found, &at) ||
           relocate_says(facts->asks, text, &found, &at) ||
           relocate_says(facts->autoloads, text, &found, &at);
}

static bool read_one(Relocate *relocate, uint32_t id, Err *err)
{
    Rename *frame = relocate->frame;
    const CatalogFile *row = &frame->catalog->files.ptr[id];
    RelocateText text = {.id = id,
                         .before = row->path,
                         .after = relocate_path_after(relocate, id),
                         .language = row->language,
                         .facts = relocate_facts(row->language)};
    bool moves = relocate_moves(relocate, id), kin = is_kin(relocate, text.facts);
    char *before = frame->request->arena->ptr;
    if (!row->path.len || (row->class == FILE_BINARY && !moves))
        return true;
    if (!rename_read_text(frame, frame->request->arena, row, &text.text)) {
        if (moves)
            return err_set(err, ERR_FAILED, "'%.*s' cannot be read", STR_ARG(row->path));
        return true;
    }
    bool named = str_find(text.text, relocate->stem) != STR_NONE;
    bool close =
        moves || named ||
        (kin && relocate_may_be_loaded(relocate, text.facts) && has_load(text.facts, text.text));
    if (row->class != FILE_BINARY && close) {
        if (text.facts)
            read_code(relocate, &text, kin);
        if (named)
            relocate_read_mentions(relocate, &text);
    }
    if (close)
        add_edit(relocate, &text);
    else
        frame->request->arena->ptr = before;
    return true;
}

/* Files that nothing names are loaded by other means. */
static void check_unnamed(Relocate *relocate)
{
    Rename *frame = relocate->frame;
    const Language *language = frame->catalog->files.ptr[relocate->moved.ptr[0].id].language;
    const RelocateFacts *facts = relocate_facts(language);
    bool named = false;
    for (size_t i = 0; i < frame->places.len; i++)
        named |= frame->places.ptr[i].verdict == RENAME_EXACT;
    if (facts && facts->must_be_named && !named)
        rename_add_told(frame, relocate->old, 0,
                        STR("nothing loads it by its name, so it is loaded by other means"));
    for (size_t i = 0; relocate->hands && i < relocate->reached.len; i++) {
        RenameConflict *conflict = VEC_PUSH(frame->request->arena, &frame->conflicts);
        *conflict = relocate->reached.ptr[i];
    }
}

bool relocate_plan(Relocate *relocate, Err *err)
{
    Rename *frame = relocate->frame;
    while (relocate->old.len && relocate->old.ptr[relocate->old.len - 1] == '/')
        relocate->old.len--;
    relocate_enter_folder(relocate);
    if (!check_form(relocate, err) || !find_moved(relocate, err) || !check_new_path(relocate, err))
        return false;
    relocate->imports = imports_open(frame->request->arena, frame->catalog, &frame->session->repo);
    RelocateProof *proof = relocate_note(relocate);
    for (uint32_t i = 0; i < frame->catalog->files.len; i++)
        if (!read_one(relocate, i, err))
            return false;
    check_unnamed(relocate);
    for (size_t i = 0; i < frame->conflicts.len; i++)
        if (!frame->conflicts.ptr[i].may_be_told)
            return true;
    return relocate_prove(relocate, proof, err);
}
