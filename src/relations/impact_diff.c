/* Maps changed lines to symbols. Each line of the new file is assigned to its innermost symbol. An
   added line affects that symbol; a removal affects the innermost symbol that contains both lines
   around it. */
#include "relations/impact_diff.h"

#include "git/diff.h"
#include "query/source.h"
#include "text/patch.h"

/* A file whose changed lines are mapped to symbols. */
typedef struct Painted {
    uint32_t file;
    const CatalogFile *row;
    uint32_t *innermost; /* innermost entry by line; 0: in no symbol */
    bool *touched;       /* by entry */
    bool outside, unfit;
} Painted;

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
    err_set(err, ERR_NOT_FOUND, "the diff is of another state: '%.*s' is shorter than it says",
            STR_ARG(str_slice(diff->unfit.ptr[0], 0, PATH_SHOWN_BYTES)));
    return err_hint(err, "check out the state after the diff, or ask with --diff A..B");
}

/* *whole: the text of the diff. */
static bool read_patch(SessionRequest *request, const IndexSession *session, Str text, Patch *patch,
                       Str *whole, Err *err)
{
    Source source SCOPED(source_close) = {.file.fd = -1};
    bool by_git = false;
    if (str_equal(text, STR("-"))) {
        if (!source_input(request, &text, err))
            return false;
    } else if (session->repo.directory.len && git_diff_is_name(text) && !is_file(request, text)) {
        by_git = true;
        if (!git_diff_read(request->arena, &session->repo, text, &text, err))
            return false;
    } else if (text.len && str_find_byte(text, '\n') == STR_NONE) {
        if (!source_open(request, text, &source, err) || !source_load(request, &source, err))
            return false;
        text = source.text;
    }
    if (!str_trim(text).len && !by_git)
        return is_empty(err);
    *whole = str_copy(request->arena, text);
    return patch_read(request->arena, *whole, patch, err);
}

/* Finds the file of a diff's path, with or without the prefixes `a/` and `b/`. */
static uint32_t file_of(const Catalog *catalog, Str path)
{
    uint32_t file = catalog_find_file(catalog, patch_strip(path));
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
    painted->unfit |= change->first > lines || (!change->removal && change->last > lines);
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
    if (painted->unfit)
        *VEC_PUSH(arena, &diff->unfit) = painted->row->path;
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
        *VEC_PUSH(arena, &diff->binary) = patch_strip(path);
    }
}

bool impact_diff_read(SessionRequest *request, IndexSession *session, Str text, ImpactDiff *diff,
                      Err *err)
{
    Arena *arena = request->arena;
    const Catalog *catalog = session->catalog;
    Patch patch;
    Str whole;
    *diff = (ImpactDiff){0};
    if (!read_patch(request, session, text, &patch, &whole, err))
        return false;
    for (size_t i = 0; i < patch.changes.len;) {
        Str path = patch.changes.ptr[i].path;
        uint32_t file = file_of(catalog, path);
        Painted painted = file == FILE_NOWHERE ? (Painted){0} : paint(arena, catalog, file);
        for (; i < patch.changes.len && str_equal(patch.changes.ptr[i].path, path); i++)
            if (painted.row)
                take_change(&painted, &patch.changes.ptr[i]);
        if (painted.row) {
            settle(arena, &painted, diff);
            *VEC_PUSH(arena, &diff->changed) = file;
        } else {
            *VEC_PUSH(arena, &diff->unknown) = patch_strip(path);
        }
    }
    for (size_t i = 0; i < patch.removed.len; i++)
        *VEC_PUSH(arena, &diff->removed) = patch_strip(patch.removed.ptr[i]);
    take_binary(arena, whole, diff);
    impact_diff_gone(request, session->catalog, whole, diff);
    return check_state(diff, err);
}
