/* Maps changed lines to symbols. Each line of the file is assigned to its innermost symbol. A line
   that the change has affects that symbol; lines that it lost affect the innermost symbol that
   contains both lines around them. */
#include "relations/impact_diff.h"

#include "git/git_diff.h"
#include "index/catalog/classify.h"
#include "query/source.h"
#include "relations/hunk_place.h"
#include "session/session.h"
#include "text/diff_numbers.h"

/* A file whose changed lines are mapped to symbols. */
typedef struct Painted {
    uint32_t file;
    const CatalogFile *row;
    uint32_t *innermost; /* innermost entry by line; 0: in no symbol */
    bool *touched;       /* by entry */
    bool outside;
} Painted;

/* A diff that is being mapped. */
typedef struct Mapping {
    SessionRequest *request;
    IndexSession *session;
    Patch patch;
    Str whole;    /* its text */
    bool working; /* git compared with the work tree, so that the numbers are right */
    ImpactDiff *diff;
} Mapping;

/* Whether the argument is a file, which has precedence over a revision. */
static bool is_file(SessionRequest *request, Str text)
{
    Source source SCOPED(source_close) = {.file.fd = -1};
    Err ignored = {0};
    return source_open(request, text, &source, &ignored);
}

/* An empty diff may be that of a call which failed before the pipe. */
static bool is_empty(Err *err)
{
    err_set(err, ERR_NOT_FOUND, "the diff is empty");
    return err_hint(err,
                    "git diff writes nothing when it fails or nothing differs; --diff HEAD asks "
                    "git itself");
}

/* Fails if the diff changes files of another state, and nothing else. */
static bool check_state(const ImpactDiff *diff, Err *err)
{
    if (!diff->unfit.len || diff->symbols.len || diff->outside || diff->unknown.len ||
        diff->removed.len)
        return true;
    err_set(err, ERR_NOT_FOUND, "the diff is of another state: '%.*s' does not have its text",
            STR_ARG(str_slice(diff->unfit.ptr[0], 0, PATH_SHOWN_BYTES)));
    return err_hint(err, "check out the state before or after the diff");
}

static bool read_patch(Mapping *mapping, Str text, Err *err)
{
    SessionRequest *request = mapping->request;
    const IndexSession *session = mapping->session;
    Source source SCOPED(source_close) = {.file.fd = -1};
    bool by_git = false;
    if (str_equal(text, STR("-"))) {
        if (!source_input(request, &text, err))
            return false;
    } else if (session->repo.directory.len && git_diff_is_name(text) && !is_file(request, text)) {
        by_git = true;
        if (!git_diff_read(request->arena, &session->repo, text, &text, &mapping->working, err))
            return false;
    } else if (text.len && str_find_byte(text, '\n') == STR_NONE) {
        if (!source_open(request, text, &source, err) || !source_load(request, &source, err))
            return false;
        text = source.text;
    }
    if (!str_trim(text).len && !by_git)
        return is_empty(err);
    mapping->whole = str_copy(request->arena, text);
    return diff_numbers_read(request->arena, mapping->whole, &mapping->patch, err);
}

/* Finds the file of a diff's path, with or without the prefixes `a/` and `b/`. */
static uint32_t file_of(const Catalog *catalog, Str path)
{
    uint32_t file = catalog_find_file(catalog, diff_numbers_strip(path));
    return file == FILE_NOWHERE ? catalog_find_file(catalog, path) : file;
}

static Painted paint(Arena *arena, const Catalog *catalog, uint32_t file)
{
    const CatalogFile *row = catalog_row(catalog, file);
    Painted painted = {.file = file, .row = row};
    painted.innermost = NEW(arena, uint32_t, row->lines + 2);
    painted.touched = NEW(arena, bool, row->count + 1);
    for (uint32_t i = 1; i < row->count; i++) {
        const Entry *entry = &row->entries[i];
        for (uint32_t line = entry->start_line; line <= MIN(entry->end_line, row->lines); line++)
            painted.innermost[line] = i;
    }
    return painted;
}

/* The innermost entry that contains both; 0: the file. */
static uint32_t around(const CatalogFile *row, uint32_t a, uint32_t b)
{
    while (a != b) {
        uint32_t *deeper = a > b ? &a : &b;
        *deeper = row->entries[*deeper].parent;
    }
    return a;
}

static void touch(Painted *painted, uint32_t entry)
{
    painted->touched[entry] = true;
    painted->outside |= entry == 0;
}

static void take_change(Painted *painted, const PatchChange *change)
{
    uint32_t lines = painted->row->lines;
    if (change->removal) {
        uint32_t last = change->last > lines ? 0 : change->last;
        touch(painted, around(painted->row, painted->innermost[MIN(change->first, lines)],
                              painted->innermost[last]));
        return;
    }
    for (uint32_t line = change->first; line <= MIN(change->last, lines); line++)
        touch(painted, painted->innermost[line]);
}

static void settle(Arena *arena, const Painted *painted, ImpactDiff *diff)
{
    size_t before = diff->symbols.len;
    for (uint32_t i = 1; i < painted->row->count; i++)
        if (painted->touched[i])
            *VEC_PUSH(arena, &diff->symbols) = painted->row->first + i;
    diff->files += diff->symbols.len > before;
    diff->outside += painted->outside;
}

/* `Binary files a/x and b/x differ`: git shows no lines of them. */
static void take_binary(Arena *arena, Str text, ImpactDiff *diff)
{
    const Str end = STR(" differ"), between = STR(" and ");
    for (Str line; str_take_line(&text, &line);) {
        size_t at = str_find(line, between);
        if (!str_starts(line, STR("Binary files ")) || !str_ends(line, end) || at == STR_NONE)
            continue;
        Str old = str_slice(line, strlen("Binary files "), at);
        Str new = str_slice(line, at + between.len, line.len - end.len);
        Str path = str_equal(new, STR("/dev/null")) ? old : new;
        *VEC_PUSH(arena, &diff->binary) = diff_numbers_strip(path);
    }
}

static bool load_lines(const Mapping *mapping, uint32_t file, FileLines *lines)
{
    Arena *arena = mapping->request->arena;
    FsFile open SCOPED(fs_close) = {.fd = -1};
    Err ignored = {0};
    Str text;
    if (!session_open_file(mapping->request, mapping->session, arena,
                           mapping->session->catalog->files.ptr[file].path, &open, &ignored) ||
        open.size > INDEX_FILE_BYTES_MAX || !fs_read_all(arena, &open, &text, &ignored))
        return false;
    *lines = hunk_file_lines(arena, text);
    return true;
}

/* The file of a hunk: the new one, or the old one where the tree does not have the new one. */
static uint32_t hunk_file(const Mapping *mapping, Str old_path, Str path)
{
    const Catalog *catalog = mapping->session->catalog;
    uint32_t file = path.len ? file_of(catalog, path) : FILE_NOWHERE;
    bool try_old = file == FILE_NOWHERE && old_path.len && !mapping->working;
    return try_old ? file_of(catalog, old_path) : file;
}

static bool is_same_file(const PatchHunk *a, const PatchHunk *b)
{
    return str_equal(a->path, b->path) && str_equal(a->old_path, b->old_path);
}

/* Maps the hunks [from, to) of one file of the index. */
static void map_hunks(Mapping *mapping, uint32_t file, size_t from, size_t to)
{
    Arena *arena = mapping->request->arena;
    const Patch *patch = &mapping->patch;
    ImpactDiff *diff = mapping->diff;
    Painted painted = paint(arena, mapping->session->catalog, file);
    HunkChanges placed = {0};
    FileLines lines = {0};
    bool loaded = mapping->working || load_lines(mapping, file, &lines);
    for (size_t i = from; i < to && loaded; i++) {
        const PatchHunk *hunk = &patch->hunks.ptr[i];
        const Str *text = patch->lines.ptr + hunk->line;
        if (mapping->working)
            diff_numbers_take_changes(arena, text, hunk->count, '+', hunk->new_start,
                                      &placed.changes);
        else
            hunk_place(arena, &lines, hunk, text, &placed);
    }
    for (size_t i = 0; i < placed.changes.len; i++)
        take_change(&painted, &placed.changes.ptr[i]);
    settle(arena, &painted, diff);
    *VEC_PUSH(arena, &diff->changed) = file;
    if (placed.nowhere || !loaded)
        *VEC_PUSH(arena, &diff->unfit) = painted.row->path;
    if (placed.before)
        *VEC_PUSH(arena, &diff->before) = painted.row->path;
}

static void map_patch(Mapping *mapping)
{
    Arena *arena = mapping->request->arena;
    const Patch *patch = &mapping->patch;
    for (size_t from = 0, to; from < patch->hunks.len; from = to) {
        const PatchHunk *hunk = &patch->hunks.ptr[from];
        uint32_t file = hunk_file(mapping, hunk->old_path, hunk->path);
        for (to = from + 1; to < patch->hunks.len && is_same_file(hunk, &patch->hunks.ptr[to]);)
            to++;
        if (file != FILE_NOWHERE)
            map_hunks(mapping, file, from, to);
        else if (hunk->path.len)
            *VEC_PUSH(arena, &mapping->diff->unknown) = diff_numbers_strip(hunk->path);
    }
    for (size_t i = 0; i < patch->removed.len; i++)
        if (hunk_file(mapping, patch->removed.ptr[i], (Str){0}) == FILE_NOWHERE)
            *VEC_PUSH(arena, &mapping->diff->removed) = diff_numbers_strip(patch->removed.ptr[i]);
}

/* Adds the files that git does not track: all in them is new. */
static bool add_untracked(Mapping *mapping, Err *err)
{
    Arena *arena = mapping->request->arena;
    const Catalog *catalog = mapping->session->catalog;
    ImpactDiff *diff = mapping->diff;
    UntrackedVec paths = {0};
    if (!mapping->working || !git_diff_untracked(arena, &mapping->session->repo, &paths, err))
        return !mapping->working;
    for (size_t i = 0; i < paths.len; i++) {
        uint32_t file = catalog_find_file(catalog, paths.ptr[i]);
        const CatalogFile *row = file == FILE_NOWHERE ? NULL : catalog_row(catalog, file);
        if (!row)
            *VEC_PUSH(arena, &diff->unknown) = paths.ptr[i];
        else
            *VEC_PUSH(arena, &diff->changed) = file;
        for (uint32_t k = 1; row && k < row->count; k++)
            *VEC_PUSH(arena, &diff->symbols) = row->first + k;
        diff->files += row && row->count > 1;
        diff->outside += row && row->count <= 1;
    }
    return true;
}

bool impact_diff_read(SessionRequest *request, IndexSession *session, Str text, ImpactDiff *diff,
                      Err *err)
{
    *diff = (ImpactDiff){0};
    Mapping mapping = {.request = request, .session = session, .diff = diff};
    if (!read_patch(&mapping, text, err))
        return false;
    map_patch(&mapping);
    if (!add_untracked(&mapping, err))
        return false;
    take_binary(request->arena, mapping.whole, diff);
    impact_diff_gone(request, session->catalog, mapping.whole, diff);
    return check_state(diff, err);
}
