/* Maps changed lines to symbols. Each line of the file is assigned to its innermost symbol. A line
   that the change has affects that symbol; lines that it lost affect the innermost symbol that
   contains both lines around them. */
#include "relations/impact_diff.h"

#include "git/git_diff.h"
#include "git/objects.h"
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
    Str whole;        /* its text */
    bool working;     /* git compared with the work tree, so that the numbers are right */
    const Str *texts; /* files that attributes call binary, and that were read as text */
    size_t text_count;
    ImpactDiff *diff;
} Mapping;

/* Whether the argument is a file. */
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

/* `Binary files a/x and b/x differ`: git shows no lines of them. */
static void take_binary(Mapping *mapping, Str text)
{
    Arena *arena = mapping->request->arena;
    const Str end = STR(" differ"), between = STR(" and ");
    for (Str line; str_take_line(&text, &line);) {
        size_t at = str_find(line, between);
        if (!str_starts(line, STR("Binary files ")) || !str_ends(line, end) || at == STR_NONE)
            continue;
        Str old = str_slice(line, strlen("Binary files "), at);
        Str new = str_slice(line, at + between.len, line.len - end.len);
        Str path = str_equal(new, STR("/dev/null")) ? old : new;
        path = diff_numbers_strip(path);
        bool is_text = false;
        for (size_t i = 0; i < mapping->text_count; i++)
            is_text |= str_equal(mapping->texts[i], path);
        if (!is_text)
            *VEC_PUSH(arena, &mapping->diff->binary) = path;
    }
}

/* A name of a file that is a revision, too, is unclear. */
static bool is_clear(const Mapping *mapping, Str text, Err *err)
{
    GitObjects *objects SCOPED(git_objects_close) = NULL;
    GitCommit commit;
    Err unknown = {0};
    Arena *arena = mapping->request->arena;
    Str first = str_slice(text, 0, str_find(text, STR("..")));
    if (!git_objects_open(arena, &mapping->session->repo, &objects, &unknown) || !first.len ||
        !git_objects_commit(objects, arena, first, &commit, &unknown))
        return true;
    err_set(err, ERR_NOT_FOUND, "'%.*s' is ambiguous: it may mean a file or a revision",
            STR_ARG(text));
    return err_hint(err, "--diff ./%.*s for the file, --diff %.*s~0%.*s for the revision",
                    STR_ARG(text), STR_ARG(first), STR_ARG(str_from_offset(text, first.len)));
}

/* Asks git. Files that attributes call binary, and that the index reads, are asked for as text. */
static bool read_git(Mapping *mapping, const GitDiffAsk *asked, Str *patch, Err *err)
{
    Arena *arena = mapping->request->arena;
    const IndexSession *session = mapping->session;
    GitDiffAsk ask = *asked;
    Str more;
    VEC(Str) texts = {0};
    if (!git_diff_read(arena, &session->repo, &ask, patch, &mapping->working, err))
        return false;
    take_binary(mapping, *patch);
    for (size_t i = 0; i < mapping->diff->binary.len; i++) {
        Str path = mapping->diff->binary.ptr[i];
        uint32_t file = catalog_find_file(session->catalog, path);
        if (file != FILE_NOWHERE && session->catalog->files.ptr[file].class != FILE_BINARY)
            *VEC_PUSH(arena, &texts) = path;
    }
    mapping->diff->binary.len = 0;
    if (!texts.len)
        return true;
    ask.texts = texts.ptr;
    ask.text_count = texts.len;
    if (!git_diff_read(arena, &session->repo, &ask, &more, &mapping->working, err))
        return false;
    mapping->texts = texts.ptr;
    mapping->text_count = texts.len;
    *patch = str_join(arena, *patch, more);
    return true;
}

static bool read_patch(Mapping *mapping, const Str *asked, Err *err)
{
    SessionRequest *request = mapping->request;
    const IndexSession *session = mapping->session;
    Source source SCOPED(source_close) = {.file.fd = -1};
    bool named = asked && session->repo.directory.len && git_diff_is_name(*asked);
    bool by_git = !asked || (named && !is_file(request, *asked));
    Str text = asked ? *asked : (Str){0};
    GitDiffAsk ask = {.what = text, .staged = !asked};
    if (named && !by_git && !is_clear(mapping, text, err))
        return false;
    if (by_git) {
        if (!read_git(mapping, &ask, &text, err))
            return false;
    } else if (str_equal(text, STR("-"))) {
        if (!source_input(request, &text, err))
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

bool impact_diff_read(SessionRequest *request, IndexSession *session, const Str *text,
                      ImpactDiff *diff, Err *err)
{
    *diff = (ImpactDiff){0};
    Mapping mapping = {.request = request, .session = session, .diff = diff};
    if (!read_patch(&mapping, text, err))
        return false;
    map_patch(&mapping);
    if (!add_untracked(&mapping, err))
        return false;
    take_binary(&mapping, mapping.whole);
    impact_diff_gone(request, session->catalog, mapping.whole, diff);
    return check_state(diff, err);
}
