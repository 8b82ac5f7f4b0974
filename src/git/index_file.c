/* The format is gitformat-index(5): a header, entries with stat data, then extensions. Version 4
   compresses each path by the prefix it shares with the previous one. */
#include "git/index_file.h"

#include "base/fs.h"
#include "base/path.h"

/* From gitformat-index(5). */
#define HEADER_BYTES 12
#define ENTRY_BYTES 62 /* up to the path, with a 20-byte object id */
#define TRAILER_BYTES 20
#define MODE_AT 24
#define FLAGS_AT 60
#define FLAG_EXTENDED 0x4000
#define MODE_DIRECTORY 0040000
#define MODE_SUBMODULE 0160000
#define FLAG_SKIP_WORKTREE 0x4000 /* of the further flags */
/* No repository has more entries; a larger count is damage. */
#define ENTRIES_MAX 20000000
/* 1,000,000 files take about 100 MB. */
#define INDEX_BYTES_MAX (1 * GB)

static uint32_t be32(const char *p)
{
    const unsigned char *u = (const unsigned char *)p;
    return (uint32_t)u[0] << 24 | (uint32_t)u[1] << 16 | (uint32_t)u[2] << 8 | u[3];
}

static uint32_t be16(const char *p)
{
    const unsigned char *u = (const unsigned char *)p;
    return (uint32_t)u[0] << 8 | u[1];
}

typedef struct Reader {
    Arena *arena;
    Str in;
    size_t at;
    uint32_t version;
    Str path;     /* of the previous entry, for version 4 */
    size_t bytes; /* total length of the paths so far */
} Reader;

/* Version 4: how many bytes to drop from the previous path, in git's offset encoding. */
static bool read_strip(Reader *reader, size_t *strip)
{
    size_t value = 0;
    for (int i = 0; i < 9 && reader->at < reader->in.len; i++) {
        unsigned char c = (unsigned char)reader->in.ptr[reader->at++];
        value = i ? (value + 1) << 7 | (c & 0x7F) : c & 0x7F;
        if (!(c & 0x80)) {
            *strip = value;
            return value <= reader->path.len;
        }
    }
    return false;
}

/* Whether the paths are out of proportion to the file: made to exhaust memory. */
static bool is_absurd(const Reader *reader)
{
    return reader->bytes / GIT_PATHS_PER_BYTE > reader->in.len;
}

static bool read_path(Reader *reader, size_t entry_start, Str *path)
{
    size_t strip = 0;
    if (reader->version == 4 && !read_strip(reader, &strip))
        return false;
    Str rest = str_from_offset(reader->in, reader->at);
    size_t len = str_find_byte(rest, '\0');
    if (len == STR_NONE)
        return false;
    Str tail = str_slice(rest, 0, len);
    if (reader->version == 4) {
        Str kept = str_slice(reader->path, 0, reader->path.len - strip);
        reader->bytes += kept.len + tail.len;
        if (is_absurd(reader))
            return false;
        *path = str_join(reader->arena, kept, tail);
        reader->at += len + 1;
    } else {
        *path = tail;
        size_t used = reader->at + len - entry_start;
        reader->at = entry_start + (used / 8 + 1) * 8;
    }
    return path->len > 0 && path->len < PATH_BYTES_MAX;
}

static GitEntryKind kind_of(uint32_t mode, bool skipped)
{
    if (mode == MODE_SUBMODULE)
        return GIT_ENTRY_SUBMODULE;
    return skipped || mode == MODE_DIRECTORY ? GIT_ENTRY_SPARSE : GIT_ENTRY_FILE;
}

static bool read_entry(Reader *reader, GitEntry *entry)
{
    size_t start = reader->at;
    if (reader->in.len - start < ENTRY_BYTES)
        return false;
    const char *p = reader->in.ptr + start;
    bool skipped = false;
    reader->at += ENTRY_BYTES;
    if (be16(p + FLAGS_AT) & FLAG_EXTENDED) {
        skipped = reader->at + 2 <= reader->in.len && be16(p + ENTRY_BYTES) & FLAG_SKIP_WORKTREE;
        reader->at += 2;
    }
    entry->kind = kind_of(be32(p + MODE_AT), skipped);
    if (reader->at >= reader->in.len || !read_path(reader, start, &entry->path))
        return false;
    reader->path = entry->path;
    return reader->at <= reader->in.len;
}

/* Finds an extension's bytes; false if the index does not have it. */
static bool find_extension(const Reader *reader, const char *signature, Str *bytes)
{
    size_t at = reader->at;
    while (at + 8 + TRAILER_BYTES <= reader->in.len) {
        size_t len = be32(reader->in.ptr + at + 4);
        *bytes = str_slice(reader->in, at + 8, at + 8 + len);
        if (memcmp(reader->in.ptr + at, signature, 4) == 0)
            return true;
        at += 8 + len;
    }
    return false;
}

/* Whether a component is empty or begins with a dot: few do. */
static bool is_odd(Str path)
{
    while (path.len && path.ptr[0] != '.' && path.ptr[0] != '/') {
        size_t slash = str_find_byte(path, '/');
        if (slash == STR_NONE)
            return false;
        path = str_from_offset(path, slash + 1);
    }
    return true;
}

static bool is_unsafe(Str path)
{
    Str part;
    if (!is_odd(path))
        return false;
    if (path_is_absolute(path))
        return true;
    while (str_take_until(&path, '/', &part))
        if (!part.len || str_equal(part, STR(".")) || str_equal(part, STR("..")) ||
            str_equal_nocase(part, STR(".git")))
            return true;
    return false;
}

/* Reads the file and parses its header. False: it cannot be read. Without an index *count and
   in.len are 0. */
static bool begin(Reader *reader, Str path, uint32_t *count, bool *known, Err *err)
{
    bool found = false;
    *count = 0;
    *known = true;
    if (fs_is_special(reader->arena, path)) /* git would block on a FIFO */
        return true;
    if (!fs_read_own(reader->arena, path, INDEX_BYTES_MAX, &reader->in, &found, err))
        return false;
    if (!found)
        return true;
    *known = false;
    if (reader->in.len < HEADER_BYTES + TRAILER_BYTES || memcmp(reader->in.ptr, "DIRC", 4) != 0)
        return true;
    reader->version = be32(reader->in.ptr + 4);
    *count = be32(reader->in.ptr + 8);
    reader->at = HEADER_BYTES;
    *known = reader->version >= 2 && reader->version <= 4 && *count <= ENTRIES_MAX;
    return true;
}

bool index_file_read(Arena *arena, Str git_directory, GitEntryVec *entries, bool *known, Err *err)
{
    Reader reader = {.arena = arena};
    uint32_t count;
    Str ignored;
    if (!begin(&reader, path_join(arena, git_directory, STR("index")), &count, known, err))
        return false;
    if (!*known || !reader.in.len)
        return true;
    *known = false;
    entries->cap = MIN((size_t)count, reader.in.len / ENTRY_BYTES);
    arena_expect(arena, entries->cap * sizeof *entries->ptr);
    entries->ptr = NEW(arena, GitEntry, entries->cap);
    for (uint32_t i = 0; i < count; i++) {
        GitEntry entry;
        if (!read_entry(&reader, &entry)) {
            *known = is_absurd(&reader); /* git could not read it either */
            entries->len = 0;
            return true;
        }
        if (str_ends(entry.path, STR("/"))) /* a directory of a sparse index */
            entry.path.len--;
        bool repeated = entries->len && str_equal(entries->ptr[entries->len - 1].path, entry.path);
        if (!repeated && !is_unsafe(entry.path))
            *VEC_PUSH(arena, entries) = entry;
    }
    *known = !find_extension(&reader, "link", &ignored); /* a split index names another file */
    return true;
}

typedef struct TreeFrame {
    Str path;
    uint64_t left; /* its subdirectories still to come */
} TreeFrame;

/* Takes one record of the cached tree: `path`, NUL, the number of entries, a space, the number of
   subdirectories, a newline, and an id unless the first number is negative. The subdirectories'
   records follow. */
static bool take_tree(Str *rest, Str *name, bool *valid, uint64_t *directories)
{
    Str count, number;
    if (!str_take_until(rest, '\0', name) || !str_take_until(rest, ' ', &count) ||
        !str_take_until(rest, '\n', &number) || !str_parse_u64(number, directories))
        return false;
    *valid = !str_starts(count, STR("-"));
    return !*valid || rest->len >= TRAILER_BYTES;
}

static void read_trees(Arena *arena, Str rest, Map *trees)
{
    VEC(TreeFrame) stack = {0};
    Str name;
    bool valid;
    uint64_t directories;
    while (take_tree(&rest, &name, &valid, &directories)) {
        while (stack.len && !stack.ptr[stack.len - 1].left)
            stack.len--;
        Str path = name;
        if (stack.len) {
            TreeFrame *parent = &stack.ptr[stack.len - 1];
            parent->left--;
            path = parent->path.len ? path_join(arena, parent->path, name) : name;
        }
        if (path.len >= PATH_BYTES_MAX)
            return;
        if (valid) {
            *map_put(trees, path, NULL) = (uintptr_t)rest.ptr;
            rest = str_from_offset(rest, TRAILER_BYTES);
        }
        *VEC_PUSH(arena, &stack) = (TreeFrame){.path = path, .left = directories};
    }
}

void index_file_trees(Arena *arena, Str path, Map *trees)
{
    Reader reader = {.arena = arena};
    GitEntry entry;
    uint32_t count;
    bool known;
    Str bytes;
    Err ignored;
    if (!begin(&reader, path, &count, &known, &ignored) || !known || !reader.in.len)
        return;
    for (uint32_t i = 0; i < count; i++)
        if (!read_entry(&reader, &entry))
            return;
    if (find_extension(&reader, "TREE", &bytes))
        read_trees(arena, bytes, trees);
}
