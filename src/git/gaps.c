/* Counts below ignored directories are bounded by names and directories read, so that an ignored
   tree of a million files costs a denial some tens of milliseconds; `more` then says that it is a
   lower bound. */
#include "git/gaps.h"

#include "base/hash.h"
#include "base/path.h"
#include "base/varint.h"
#include "git/directory_cache.h"

#include <fcntl.h>
#include <unistd.h>

/* More rules that leave out sources are counted with the last one. */
#define RULES_MAX 32
/* Ignored directories that are noted: a rule like `gen` may match one in every package. */
#define FOLDERS_MAX 2048
/* All of Linux, so its count is exact. */
#define COUNT_NAMES_MAX 200000
#define COUNT_FOLDERS_MAX 10000

/* Directories of fetched packages and of build output. */
static const char *const usual[] = {"node_modules",  "bower_components",
                                    "jspm_packages", "vendor",
                                    "Pods",          "Carthage",
                                    "site-packages", "dist-packages",
                                    ".venv",         "venv",
                                    "virtualenv",    ".tox",
                                    ".nox",          ".eggs",
                                    "__pycache__",   "target",
                                    "build",         "_build",
                                    "dist",          "out",
                                    "bin",           "obj",
                                    "coverage",      "htmlcov",
                                    "DerivedData",   "zig-cache",
                                    ".zig-cache",    "zig-out",
                                    "elm-stuff",     "dist-newstyle",
                                    ".stack-work",   ".gradle",
                                    ".dart_tool",    ".terraform",
                                    ".next",         ".nuxt",
                                    ".output",       ".svelte-kit",
                                    ".parcel-cache", ".turbo",
                                    ".yarn",         ".pnpm-store",
                                    ".angular",      ".cache",
                                    ".git"};
static const char *const usual_starts[] = {"cmake-build-", "bazel-"};

static bool is_usual(Str path)
{
    Str name = path_base(path);
    for (size_t i = 0; i < COUNT(usual); i++)
        if (str_equal(name, str_from(usual[i])))
            return true;
    for (size_t i = 0; i < COUNT(usual_starts); i++)
        if (str_starts(name, str_from(usual_starts[i])))
            return true;
    return str_ends(name, STR(".egg-info"));
}

void gaps_add(Arena *arena, WalkGaps *gaps, GapKind kind, Str path)
{
    Gap *gap = &gaps->of[kind];
    gap->count++;
    if (gap->paths.len < GAP_PATHS_MAX)
        *VEC_PUSH(arena, &gap->paths) = str_copy(arena, path);
}

static uint32_t rule_at(Arena *arena, WalkGaps *gaps, Str text, Str path)
{
    size_t count = gaps->rules.len;
    for (size_t i = 0; i < count; i++)
        if (str_equal(gaps->rules.ptr[i].text, text))
            return (uint32_t)i;
    if (count == RULES_MAX)
        return RULES_MAX - 1;
    *VEC_PUSH(arena, &gaps->rules) =
        (GapRule){.text = str_copy(arena, text), .first = str_copy(arena, path)};
    return (uint32_t)count;
}

void gaps_add_ignored(Arena *arena, WalkGaps *gaps, Str rule, Str path, bool folder)
{
    if (folder && is_usual(path)) {
        gaps_add(arena, gaps, GAP_USUAL, path);
        return;
    }
    uint32_t at = rule_at(arena, gaps, rule, path);
    gaps->rules.ptr[at].paths++;
    if (!folder)
        gaps->rules.ptr[at].files++;
    else if (gaps->folders.len < FOLDERS_MAX)
        *VEC_PUSH(arena, &gaps->folders) = (GapFolder){.path = str_copy(arena, path), .rule = at};
    else
        gaps->more = true;
}

void gaps_add_listed(WalkGaps *gaps, Str path)
{
    for (size_t i = 0; i < gaps->folders.len; i++) {
        GapFolder *folder = &gaps->folders.ptr[i];
        bool below = str_starts(path, folder->path) && path.len > folder->path.len &&
                     path.ptr[folder->path.len] == '/';
        folder->listed += below;
    }
}

/* ---- counting ---- */

typedef struct Count {
    Arena *scratch;
    int root_fd;
    bool (*is_source)(Str path);
    VEC(Str) folders; /* still to read */
    size_t names, read;
    uint32_t files;
    bool more;
} Count;

/* A virtual environment of Python may have any name. */
static bool is_environment(const NameVec *names)
{
    return directory_cache_find(names, STR("pyvenv.cfg")) != NULL;
}

static void count_folder(Count *count, Str folder)
{
    NameVec names = {0};
    if (!directory_cache_read(NULL, count->scratch, count->root_fd, folder, folder, &names) ||
        is_environment(&names))
        return;
    count->read++;
    count->names += names.len;
    for (size_t i = 0; i < names.len; i++) {
        const ListedName *name = &names.ptr[i];
        if (name->kind == NAME_FILE)
            count->files += count->is_source(name->text);
        else if (name->kind == NAME_DIRECTORY && !is_usual(name->text))
            *VEC_PUSH(count->scratch, &count->folders) =
                path_join(count->scratch, folder, name->text);
    }
}

static uint32_t count_below(Count *count, Str folder)
{
    count->files = 0;
    count->folders.len = 0;
    *VEC_PUSH(count->scratch, &count->folders) = folder;
    while (count->folders.len) {
        if (count->names >= COUNT_NAMES_MAX || count->read >= COUNT_FOLDERS_MAX) {
            count->more = true;
            break;
        }
        count_folder(count, count->folders.ptr[--count->folders.len]);
    }
    return count->files;
}

WalkGaps gaps_count(Arena *arena, Arena scratch, Str root, const WalkGaps *noted,
                    bool (*is_source)(Str path))
{
    WalkGaps gaps = *noted;
    Count count = {.scratch = &scratch, .is_source = is_source};
    if (!noted->folders.len)
        return gaps;
    memset(&gaps.rules, 0, sizeof gaps.rules);
    for (size_t i = 0; i < noted->rules.len; i++)
        *VEC_PUSH(arena, &gaps.rules) = noted->rules.ptr[i];
    memset(&gaps.folders, 0, sizeof gaps.folders);
    count.root_fd = open(str_terminate(&scratch, root), O_PATH | O_DIRECTORY | O_CLOEXEC);
    for (size_t i = 0; i < noted->folders.len && count.root_fd >= 0; i++) {
        const GapFolder *folder = &noted->folders.ptr[i];
        uint32_t files = count_below(&count, folder->path);
        gaps.rules.ptr[folder->rule].files += files - MIN(files, folder->listed);
    }
    if (count.root_fd >= 0)
        close(count.root_fd);
    gaps.more = gaps.more || count.more || count.root_fd < 0;
    return gaps;
}

/* ---- storing ---- */

Str gaps_pack(const WalkGaps *gaps, Arena *arena)
{
    Buf out = buf_open(arena, 0);
    for (size_t i = 0; i < GAP_KIND_COUNT; i++) {
        const Gap *gap = &gaps->of[i];
        varint_put(&out, gap->count);
        varint_put(&out, gap->paths.len);
        for (size_t k = 0; k < gap->paths.len; k++)
            varint_put_str(&out, gap->paths.ptr[k]);
    }
    varint_put(&out, gaps->rules.len);
    for (size_t i = 0; i < gaps->rules.len; i++) {
        varint_put_str(&out, gaps->rules.ptr[i].text);
        varint_put_str(&out, gaps->rules.ptr[i].first);
        varint_put(&out, gaps->rules.ptr[i].paths);
        varint_put(&out, gaps->rules.ptr[i].files);
    }
    varint_put(&out, gaps->folders.len);
    for (size_t i = 0; i < gaps->folders.len; i++) {
        varint_put_str(&out, gaps->folders.ptr[i].path);
        varint_put(&out, gaps->folders.ptr[i].rule);
        varint_put(&out, gaps->folders.ptr[i].listed);
    }
    varint_put(&out, gaps->more);
    return buf_str(&out);
}

static void unpack_folders(Arena *arena, VarintReader *in, WalkGaps *gaps)
{
    uint64_t folders = varint_take(in);
    in->failed = in->failed || folders > FOLDERS_MAX;
    for (uint64_t i = 0; i < folders && !in->failed; i++) {
        GapFolder folder = {.path = varint_str(in)};
        folder.rule = varint_u32(in);
        folder.listed = varint_u32(in);
        in->failed = in->failed || folder.rule >= gaps->rules.len;
        *VEC_PUSH(arena, &gaps->folders) = folder;
    }
}

bool gaps_unpack(Arena *arena, Str packed, WalkGaps *gaps)
{
    VarintReader in = varint_open(packed);
    *gaps = (WalkGaps){0};
    for (size_t i = 0; i < GAP_KIND_COUNT; i++) {
        Gap *gap = &gaps->of[i];
        gap->count = varint_u32(&in);
        uint64_t paths = varint_take(&in);
        in.failed = in.failed || paths > GAP_PATHS_MAX;
        for (uint64_t k = 0; k < paths && !in.failed; k++)
            *VEC_PUSH(arena, &gap->paths) = varint_str(&in);
    }
    uint64_t rules = varint_take(&in);
    in.failed = in.failed || rules > RULES_MAX;
    for (uint64_t i = 0; i < rules && !in.failed; i++) {
        GapRule rule = {.text = varint_str(&in), .first = varint_str(&in)};
        rule.paths = varint_u32(&in);
        rule.files = varint_u32(&in);
        *VEC_PUSH(arena, &gaps->rules) = rule;
    }
    unpack_folders(arena, &in, gaps);
    gaps->more = varint_take(&in) > 0;
    if (in.failed || !varint_is_done(&in))
        *gaps = (WalkGaps){0};
    return !in.failed;
}

uint64_t gaps_hash(Arena scratch, const WalkGaps *gaps)
{
    return hash_fast(gaps_pack(gaps, &scratch)) | 1;
}
