/* Candidates are the two names in each folder above a file, ordered by their distance to the
   nearest file of the task. One session of the index answers which of them exist. */
#include "agent/instructions.h"

#include "agent/shown.h"
#include "base/path.h"
#include "session/answer.h"
#include "session/require.h"

/* At most this many bytes of a file are read: far more than a budget holds. */
#define READ_BYTES_MAX (256 * KB)
/* At most this many folders are searched, for tasks about thousands of files. */
#define FOLDERS_MAX 1000

static const Str names[] = {STR_INIT("AGENTS.md"), STR_INIT("CLAUDE.md")};

typedef struct Folder {
    Str path; /* empty: the root */
    unsigned distance;
} Folder;
typedef VEC(Folder) FolderVec;

/* ---- sections ---- */

/* The length of a code fence at the start of a line; 0: none. */
static size_t fence_len(Str line)
{
    size_t len = 0;
    while (len < line.len && (line.ptr[0] == '`' || line.ptr[0] == '~') &&
           line.ptr[len] == line.ptr[0])
        len++;
    return len < 3 ? 0 : len;
}

typedef struct Fence {
    char mark;
    size_t len; /* 0: outside of code */
} Fence;

/* Whether a line belongs to a code block or front matter, including its fences. */
static bool is_code(Fence *fence, Str line, bool first)
{
    line = str_trim(line);
    size_t len = fence_len(line);
    if (first && str_equal(line, STR("---"))) {
        *fence = (Fence){'-', 3};
        return true;
    }
    if (fence->mark == '-' && fence->len) {
        fence->len = str_equal(line, STR("---")) ? 0 : fence->len;
        return true;
    }
    if (!fence->len) {
        *fence = (Fence){len ? line.ptr[0] : '\0', len};
        return len != 0;
    }
    if (len >= fence->len && len == line.len && line.ptr[0] == fence->mark)
        fence->len = 0;
    return true;
}

/* `# Title`, as CommonMark has it. */
static bool is_heading(Str line)
{
    size_t at = 0, marks = 0;
    while (at < line.len && at < 4 && line.ptr[at] == ' ')
        at++;
    while (at + marks < line.len && line.ptr[at + marks] == '#')
        marks++;
    bool ends = at + marks >= line.len || byte_is_space(line.ptr[at + marks]);
    return at < 4 && marks >= 1 && marks <= 6 && ends;
}

/* The line under a heading of two lines. */
static bool is_underline(Str line)
{
    size_t len = 0;
    line = str_trim_end(line);
    while (len < line.len && (line.ptr[0] == '=' || line.ptr[0] == '-') &&
           line.ptr[len] == line.ptr[0])
        len++;
    return len >= 2 && len == line.len;
}

typedef VEC(size_t) Starts; /* offsets of sections */

static void begin(Arena *arena, Starts *starts, size_t at)
{
    if (starts->len && starts->ptr[starts->len - 1] >= at)
        return;
    *VEC_PUSH(arena, starts) = at;
}

static Starts find_sections(Arena *arena, Str text, bool by_paragraph)
{
    Starts starts = {0};
    Fence fence = {0};
    Str rest = text, line, before = {0};
    bool after_blank = false;
    begin(arena, &starts, 0);
    while (str_take_line(&rest, &line)) {
        size_t at = text.len - rest.len - line.len - 1; /* each line ends with LF */
        bool inside = fence.len > 0, code = is_code(&fence, line, at == 0);
        bool blank = !str_trim(line).len;
        if (by_paragraph && after_blank && !blank && !inside)
            begin(arena, &starts, at);
        if (!by_paragraph && !code && is_heading(line))
            begin(arena, &starts, at);
        if (!by_paragraph && !code && is_underline(line) && str_trim(before).len &&
            !is_heading(before))
            begin(arena, &starts, at - before.len - 1);
        before = code ? (Str){0} : line;
        after_blank = blank;
    }
    return starts;
}

/* UTF-8 with LF and without a byte-order mark. */
static Str clean(Arena *arena, Str text)
{
    Buf out = buf_open(arena, 0);
    Str line;
    if (str_starts(text, STR("\xEF\xBB\xBF")))
        text = str_from_offset(text, 3);
    while (str_take_line(&text, &line)) {
        buf_put_text(&out, line);
        buf_put_byte(&out, '\n');
    }
    return buf_str(&out);
}

Str instructions_select(Arena *arena, Str text, bool whole, uint64_t *tokens, InstructionFile *file)
{
    Buf out = buf_open(arena, 0);
    file->taken = file->cut = 0;
    if (str_find_byte(text, '\0') != STR_NONE || !str_trim(text).len)
        return (Str){0};
    Str lines = clean(arena, text);
    Starts starts = find_sections(arena, lines, false);
    if (starts.len < 2)
        starts = find_sections(arena, lines, true);
    for (size_t i = 0; i < starts.len; i++) {
        bool last = i + 1 == starts.len;
        Str section = str_slice(lines, starts.ptr[i], last ? lines.len : starts.ptr[i + 1]);
        uint64_t cost = window_tokens(section);
        if (!str_trim(section).len)
            continue;
        if (cost > *tokens || (last && !whole)) {
            file->cut++;
            continue;
        }
        *tokens -= cost;
        file->taken += section.len;
        buf_put(&out, section);
    }
    return buf_str(&out);
}

/* ---- folders ---- */

static void add_folder(Arena *arena, FolderVec *folders, Str path, unsigned distance)
{
    for (size_t i = 0; i < folders->len; i++)
        if (str_equal(folders->ptr[i].path, path)) {
            folders->ptr[i].distance = MIN(folders->ptr[i].distance, distance);
            return;
        }
    if (folders->len < FOLDERS_MAX)
        *VEC_PUSH(arena, folders) = (Folder){path, distance};
}

static int nearest_first(const void *a, const void *b)
{
    const Folder *x = a, *y = b;
    if (x->distance != y->distance)
        return x->distance < y->distance ? -1 : 1;
    return str_compare(x->path, y->path);
}

static FolderVec folders_above(Arena *arena, const Str *paths, size_t count)
{
    FolderVec folders = {0};
    for (size_t i = 0; i < count; i++) {
        Str path = path_normalise(arena, paths[i]);
        if (path_is_absolute(path) || str_starts(path, STR("../")))
            continue;
        for (unsigned distance = 0; path.len; distance++) {
            size_t slash = str_find_last_byte(path, '/');
            path = slash == STR_NONE ? (Str){0} : str_slice(path, 0, slash);
            add_folder(arena, &folders, path, distance);
        }
    }
    if (folders.len)
        qsort(folders.ptr, folders.len, sizeof *folders.ptr, nearest_first);
    return folders;
}

/* Drops the folders without such a file. Mostly no folder remains, and the index need not be
   asked. */
static void keep_holders(Arena scratch, Str root, FolderVec *folders)
{
    size_t kept = 0;
    for (size_t i = 0; i < folders->len; i++) {
        Arena work = scratch;
        Str folder = path_join(&work, root, folders->ptr[i].path);
        bool holds = false;
        for (size_t j = 0; j < COUNT(names); j++)
            holds |= fs_has_bytes(work, path_join(&work, folder, names[j]));
        if (holds)
            folders->ptr[kept++] = folders->ptr[i];
    }
    folders->len = kept;
}

/* ---- files ---- */

typedef struct Collection {
    SessionRequest request;
    Arena *arena;
    FolderVec folders;
    uint64_t tokens;
    Instructions *found;
} Collection;

/* Reads a file if it, or its link target, is in the index. */
static bool read_file(Collection *all, IndexSession *session, Str path, Str *text, uint64_t *bytes)
{
    FsFile file SCOPED(fs_close) = {.fd = -1};
    Err ignored;
    size_t got = 0;
    Arena *arena = all->request.arena;
    if (!session_open_file(&all->request, session, arena, path, &file, &ignored))
        return false;
    Str real = str_from_offset(file.resolved, session->repo.root.len);
    while (str_starts(real, STR("/")))
        real = str_from_offset(real, 1);
    if (catalog_find_file(session->catalog, real) == FILE_NOWHERE)
        return false;
    char *into = arena_bytes(arena, READ_BYTES_MAX);
    if (!fs_read_at(&file, 0, into, READ_BYTES_MAX, &got, &ignored))
        return false;
    *text = (Str){into, got};
    *bytes = MAX(file.size, got);
    return true;
}

static const InstructionFile *find_same(const Instructions *found, const Str *texts, Str text)
{
    for (size_t i = 0; i < found->files.len; i++)
        if (str_equal(texts[i], text))
            return &found->files.ptr[i];
    return NULL;
}

static void add_part(const Collection *all, const InstructionFile *file, Str head, Str body,
                     Str hash)
{
    Arena *arena = all->arena;
    Str cut = file->cut ? str_format(arena, "[%u sections left out]\n", file->cut) : (Str){0};
    *VEC_PUSH(arena, &all->found->parts) = (WindowPart){
        .place = WINDOW_CONTEXT,
        .priority = WINDOW_HIGH,
        .name = file->path,
        .why = STR("instructions of the repository"),
        .path = file->path,
        .hash = hash,
        .levels = {str_format(arena, "%.*s%.*s%.*s", STR_ARG(head), STR_ARG(body), STR_ARG(cut))}};
}

static void take_file(Collection *all, const InstructionFile *found, Str text)
{
    InstructionFile *file = VEC_PUSH(all->arena, &all->found->files);
    *file = *found;
    if (file->same_as.len)
        return;
    Str head = str_format(all->arena, "%.*s, what the repository asks of those who change it:\n",
                          STR_ARG(file->path));
    bool whole = file->bytes == text.len;
    uint64_t frame = window_tokens(head) + window_tokens(STR("[9999 sections left out]\n"));
    uint64_t left = all->tokens - MIN(all->tokens, frame), before = left;
    Str body = instructions_select(all->arena, text, whole, &left, file);
    if (!body.len)
        return;
    all->tokens -= frame + before - left;
    add_part(all, file, head, body, whole ? shown_hash_of(all->arena, text) : (Str){0});
}

static bool run(void *state, Err *err)
{
    Collection *all = state;
    SessionRequest *request = &all->request;
    IndexSession session SCOPED(session_close) = {0};
    uint64_t tokens = all->tokens;
    size_t limit = all->folders.len * COUNT(names);
    Str *texts = NEW(request->arena, Str, limit);
    *all->found = (Instructions){0}; /* this may be another run */
    if (!session_begin(request, &session, (SessionNeeds){.parts = CATALOG_FILES}, err))
        return false;
    for (size_t i = 0; i < limit; i++) {
        const Folder *folder = &all->folders.ptr[i / COUNT(names)];
        InstructionFile file = {.distance = folder->distance};
        Str name = names[i % COUNT(names)], text;
        file.path = folder->path.len ? path_join(all->arena, folder->path, name) : name;
        if (!read_file(all, &session, file.path, &text, &file.bytes))
            continue;
        const InstructionFile *same = find_same(all->found, texts, text);
        file.same_as = same ? same->path : (Str){0};
        texts[all->found->files.len] = text;
        take_file(all, &file, text);
    }
    all->tokens = tokens;
    return true;
}

bool instructions_collect(Arena *arena, const ToolContext *context,
                          const InstructionsWanted *wanted, Instructions *found, Err *err)
{
    Arena results SCOPED(arena_close) = {0};
    Arena scratch SCOPED(arena_close) = {0};
    *found = (Instructions){0};
    arena_open(&results, ARENA_RESERVE);
    arena_open(&scratch, ARENA_RESERVE);
    Collection all = {.request = tool_context_request(context, &results, &scratch),
                      .arena = arena,
                      .folders = folders_above(arena, wanted->paths, wanted->count),
                      .tokens = wanted->tokens,
                      .found = found};
    keep_holders(scratch, context->root, &all.folders);
    return !all.folders.len || session_answer(&all.request, run, &all, err);
}
