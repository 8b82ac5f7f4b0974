/* File selection of grep. One directory is walked: the named one, or the root if several paths or
   none are named. Further names only filter its files. Named files are searched even if git ignores
   them. */
#include "query/grep_files.h"

#include "base/path.h"
#include "config/config.h"
#include "git/git_walk.h"
#include "git/ignore.h"
#include "index/catalog/classify.h"
#include "lang/lang.h"
#include "search/exclude.h"
#include "session/root_guard.h"

/* Maximum number of paths and patterns; each is matched with every path. */
#define SEARCH_FILTERS_MAX 64

typedef struct Filter {
    Str text; /* a directory with a final slash, an extension, or a pattern */
    const Language *language;
} Filter;
typedef VEC(Filter) FilterVec;

typedef struct Chooser {
    const GrepWanted *asked;
    SessionRequest *request;
    FilterVec directories;      /* relative to the root, ending in a slash */
    FilterVec files;            /* relative to the root */
    FilterVec wanted, unwanted; /* patterns */
    FilterVec types;
} Chooser;

static Filter *add(Chooser *chooser, FilterVec *list, Str text)
{
    Filter *filter = VEC_PUSH(chooser->request->arena, list);
    filter->text = text;
    return filter;
}

static Str start_of(const SessionRequest *request)
{
    return request->policy.root.len ? request->policy.root : fs_working_directory(request->arena);
}

/* ---- arguments ---- */

static bool is_pattern(Str word)
{
    for (size_t i = 0; i < word.len; i++)
        if (word.ptr[i] == '*' || word.ptr[i] == '?' || word.ptr[i] == '[')
            return true;
    return word.len && word.ptr[0] == '!';
}

/* Normalises `./src//net/` to `src/net`, relative to the root if it is below it; the root itself
   becomes empty. */
static Str tidy(Arena *arena, Str word, Str root)
{
    Str path = path_normalise(arena, word);
    if (path_is_absolute(path) && path_is_inside(path, root))
        path = str_from_offset(path, root.len + (path.len > root.len));
    return str_equal(path, STR(".")) ? (Str){0} : path;
}

static bool sort_word(Chooser *chooser, Str word, Err *err)
{
    Arena *arena = chooser->request->arena;
    Str root = start_of(chooser->request), full = path_join(arena, root, word);
    Str tidied = tidy(arena, word, root);
    if (fs_is_directory(arena, full)) {
        add(chooser, &chooser->directories,
            tidied.len ? str_join(arena, tidied, STR("/")) : tidied);
    } else if (fs_real_path(arena, full).len) {
        add(chooser, &chooser->files, tidied);
    } else if (is_pattern(word)) {
        bool negated = word.ptr[0] == '!';
        add(chooser, negated ? &chooser->unwanted : &chooser->wanted,
            str_from_offset(word, negated));
    } else {
        err_set(err, ERR_NOT_FOUND, "cannot search '%.*s': no such file or directory",
                (int)MIN(word.len, PATH_SHOWN_BYTES), word.ptr);
        return err_hint(err,
                        "paths start at the working directory, or at --root; patterns of paths "
                        "need a *");
    }
    return true;
}

static bool sort_words(Chooser *chooser, Str paths, Err *err)
{
    Str word;
    size_t count = 0;
    while (str_take_until(&paths, '\n', &word)) {
        if (!word.len)
            continue;
        if (++count > SEARCH_FILTERS_MAX)
            return err_set(err, ERR_USAGE, "grep: more than %d paths", SEARCH_FILTERS_MAX);
        if (!sort_word(chooser, word, err))
            return false;
    }
    return true;
}

static bool is_outside(const FilterVec *list)
{
    for (size_t i = 0; i < list->len; i++)
        if (path_is_absolute(list->ptr[i].text) || str_starts(list->ptr[i].text, STR("..")))
            return true;
    return false;
}

/* Checks that a directory outside the root is the only argument. */
static bool check_words(const Chooser *chooser, Err *err)
{
    size_t count = chooser->directories.len + chooser->files.len;
    if (count < 2 || !(is_outside(&chooser->directories) || is_outside(&chooser->files)))
        return true;
    err_set(err, ERR_USAGE, "grep: several paths, and one is outside the working directory");
    return err_hint(err, "name it alone, or start from a directory above all of them");
}

static bool sort_types(Chooser *chooser, Str types, Err *err)
{
    Str word;
    while (str_take_until(&types, ',', &word)) {
        word = str_trim(word);
        if (str_starts(word, STR(".")))
            word = str_from_offset(word, 1);
        if (!word.len)
            continue;
        if (chooser->types.len >= SEARCH_FILTERS_MAX)
            return err_set(err, ERR_USAGE, "grep: more than %d file types", SEARCH_FILTERS_MAX);
        Filter *type = add(chooser, &chooser->types, str_lower(chooser->request->arena, word));
        type->language = lang_find(word);
    }
    return true;
}

/* ---- filters ---- */

static bool has_name(const char *const *names, Str name)
{
    for (; *names; names++)
        if (ignore_match(str_from(*names), name))
            return true;
    return false;
}

static bool is_of_type(const Filter *type, Str base, Str extension)
{
    if (str_equal_nocase(type->text, extension))
        return true;
    if (!type->language)
        return false;
    for (const char *const *name = lang_extensions(type->language); *name; name++)
        if (str_equal_nocase(str_from(*name), extension))
            return true;
    return has_name(lang_filenames(type->language), base);
}

static bool matches_type(const Chooser *chooser, Str path)
{
    Str base = path_base(path), extension = path_extension(base);
    for (size_t i = 0; i < chooser->types.len; i++)
        if (is_of_type(&chooser->types.ptr[i], base, extension))
            return true;
    return !chooser->types.len;
}

/* Matches as in an ignore file: a pattern without an inner slash applies to the base name; a
   directory means everything below it. */
static bool matches_pattern(Str pattern, Str path)
{
    bool anchored = str_find_byte(str_slice(pattern, 0, pattern.len - 1), '/') != STR_NONE;
    pattern = str_starts(pattern, STR("/")) ? str_from_offset(pattern, 1) : pattern;
    if (str_ends(pattern, STR("/")))
        return str_starts(path, pattern);
    return ignore_match(pattern, anchored ? path : path_base(path));
}

static bool matches_any(const FilterVec *patterns, Str path)
{
    for (size_t i = 0; i < patterns->len; i++)
        if (patterns->ptr[i].text.len && matches_pattern(patterns->ptr[i].text, path))
            return true;
    return false;
}

static bool is_below_any(const FilterVec *directories, Str path)
{
    for (size_t i = 0; i < directories->len; i++)
        if (str_starts(path, directories->ptr[i].text))
            return true;
    return !directories->len;
}

static bool is_excluded(const Chooser *chooser, Str path)
{
    const NameList *excluded = &chooser->request->config->excluded;
    return fs_is_excluded(excluded->names, excluded->count, path);
}

/* Whether --exclude or --no-tests excludes the path. */
static bool is_left_out(const Chooser *chooser, Str path)
{
    const QueryFilter *filter = &chooser->asked->filter;
    return exclude_matches(filter->exclude, path) ||
           (filter->no_tests && classify_path(path, 0, lang_detect(path, (Str){0})) == FILE_TEST);
}

/* Whether the file is selected; `path` is relative to the root of the call. */
static bool is_chosen(const Chooser *chooser, Str path)
{
    return is_below_any(&chooser->directories, path) && matches_type(chooser, path) &&
           (!chooser->wanted.len || matches_any(&chooser->wanted, path)) &&
           !matches_any(&chooser->unwanted, path) && !is_excluded(chooser, path) &&
           !is_left_out(chooser, path);
}

/* ---- filters that fit nothing ---- */

static bool has_type(const Filter *type, const WalkFileVec *list)
{
    for (size_t i = 0; i < list->len; i++) {
        Str base = path_base(list->ptr[i].path);
        if (is_of_type(type, base, path_extension(base)))
            return true;
    }
    return false;
}

static bool fits_pattern(const Filter *pattern, const WalkFileVec *list, size_t skip)
{
    for (size_t i = 0; i < list->len; i++)
        if (matches_pattern(pattern->text, str_from_offset(list->ptr[i].path, skip)))
            return true;
    return false;
}

/* Fails for a type that is no language and the extension of no file: a typing error. */
static bool check_types(const Chooser *chooser, const WalkFileVec *list, Err *err)
{
    for (size_t i = 0; i < chooser->types.len; i++) {
        const Filter *type = &chooser->types.ptr[i];
        if (type->language || has_type(type, list))
            continue;
        err_set(err, ERR_USAGE,
                "file_types: '%.*s' is no language, and no file here ends in '.%.*s'",
                STR_ARG(str_slice(type->text, 0, PATH_SHOWN_BYTES)),
                STR_ARG(str_slice(type->text, 0, PATH_SHOWN_BYTES)));
        return err_hint(err, "fovea languages lists their names");
    }
    return true;
}

static Str list_unfit(const Chooser *chooser, const WalkFileVec *list, size_t skip)
{
    Buf out = buf_open(chooser->request->arena, 0);
    for (size_t i = 0; i < chooser->wanted.len; i++)
        if (!fits_pattern(&chooser->wanted.ptr[i], list, skip))
            buf_printf(&out, "%s'%.*s'", out.len ? ", " : "", STR_ARG(chooser->wanted.ptr[i].text));
    for (size_t i = 0; i < chooser->types.len; i++)
        if (!has_type(&chooser->types.ptr[i], list))
            buf_printf(&out, "%stype %.*s", out.len ? ", " : "",
                       STR_ARG(chooser->types.ptr[i].text));
    return buf_str(&out);
}

/* ---- listing ---- */

static void add_file(const Chooser *chooser, GrepFiles *files, const WalkFile *file, Str path)
{
    *VEC_PUSH(chooser->request->arena, &files->list) =
        (TextFile){.path = path, .size = file->size, .stamp = file->stamp};
}

static bool walk(const Chooser *chooser, GrepFiles *files, const GitRepo *repo, Err *err)
{
    SessionRequest *request = chooser->request;
    WalkResult found;
    bool unasked = !repo->directory.len && !chooser->asked->paths.len;
    WalkOptions options = {.cancel = request->cancel,
                           .is_source = classify_is_code,
                           .files_max = unasked ? ROOT_GUARD_FILES_MAX : 0};
    if (unasked && !root_guard_check_bare(request->arena, (Str){0}, repo, err))
        return false;
    if (unasked && root_guard_is_wide(*request->scratch, repo))
        return root_guard_refuse(request->arena, repo, err);
    size_t above = files->tree.root.len - repo->root.len;
    if (above)
        options.under = str_from_offset(files->tree.root, files->tree.root.len - above + 1);
    size_t skip = options.under.len ? options.under.len + 1 : 0;
    if (!git_walk(request->arena, *request->scratch, repo, &options, &found, err))
        return false;
    files->unreadable = found.unreadable;
    files->ignored_by = found.files.len ? (Str){0} : found.ignored_by;
    files->root = repo->root;
    files->gaps = found.gaps;
    if (!check_types(chooser, &found.files, err))
        return false;
    files->unfit = list_unfit(chooser, &found.files, skip);
    for (size_t i = 0; i < found.files.len; i++) {
        Arena scratch = *request->scratch;
        Str path = str_from_offset(found.files.ptr[i].path, skip);
        if (is_chosen(chooser, str_join(&scratch, files->prefix, path)))
            add_file(chooser, files, &found.files.ptr[i], path);
    }
    return true;
}

/* Lists the tree. A named directory that git ignores is walked as if there were no git. */
static bool walk_tree(const Chooser *chooser, GrepFiles *files, Err *err)
{
    GitRepo repo;
    if (!git_repo_find(chooser->request->arena, files->tree.root, &repo, err))
        return false;
    repo.unignored = chooser->request->no_ignore;
    if (!walk(chooser, files, &repo, err))
        return false;
    GrepFiles first = *files;
    bool plain = !files->list.len && !str_equal(repo.root, files->tree.root);
    if (!plain)
        return true;
    if (!walk(chooser, files, &(GitRepo){.root = files->tree.root}, err))
        return false;
    if (!files->list.len) /* git knows why: a submodule, a sparse checkout */
        *files = first;
    return true;
}

static bool add_named(const Chooser *chooser, GrepFiles *files, Str path, Err *err)
{
    FsFile open SCOPED(fs_close) = {.fd = -1};
    FsPolicy policy = chooser->request->policy;
    if (!fs_open(chooser->request->arena, &policy, path, &open, err))
        return false;
    WalkFile file = {.size = open.size, .stamp = open.stamp};
    Str below = str_from_offset(path, files->prefix.len);
    for (size_t i = 0; i < files->list.len; i++)
        if (str_equal(files->list.ptr[i].path, below))
            return true;
    add_file(chooser, files, &file, below);
    return true;
}

static int compare_files(const void *a, const void *b)
{
    return str_compare(((const TextFile *)a)->path, ((const TextFile *)b)->path);
}

/* Opens the directory to walk and chooses how its paths are shown. */
static bool open_tree(const Chooser *chooser, GrepFiles *files, Err *err)
{
    SessionRequest *request = chooser->request;
    FsPolicy policy = request->policy;
    Str directory = {0};
    if (chooser->directories.len == 1 && !chooser->files.len)
        directory = chooser->directories.ptr[0].text;
    else if (chooser->files.len == 1 && !chooser->directories.len &&
             str_find_byte(chooser->files.ptr[0].text, '/') != STR_NONE)
        directory = str_join(request->arena, path_directory(chooser->files.ptr[0].text), STR("/"));
    files->prefix = directory;
    return fs_tree_open(request->arena, &policy, directory, &files->tree, err);
}

bool grep_files_open(SessionRequest *request, const GrepWanted *wanted, GrepFiles *files, Err *err)
{
    Chooser chooser = {.request = request, .asked = wanted};
    *files = (GrepFiles){.tree = {.fd = -1}};
    if (!sort_words(&chooser, wanted->paths, err) || !check_words(&chooser, err) ||
        !sort_types(&chooser, wanted->types, err) || !open_tree(&chooser, files, err))
        return false;
    bool only_files = chooser.files.len && !chooser.directories.len && !chooser.wanted.len;
    if (!only_files && !walk_tree(&chooser, files, err))
        return false;
    for (size_t i = 0; i < chooser.files.len; i++)
        if (!add_named(&chooser, files, chooser.files.ptr[i].text, err))
            return false;
    if (files->list.len)
        qsort(files->list.ptr, files->list.len, sizeof *files->list.ptr, compare_files);
    return true;
}

void grep_files_close(GrepFiles *files)
{
    fs_tree_close(&files->tree);
}
