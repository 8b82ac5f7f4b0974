/* A small reader of git's configuration format: sections, subsections, quotes, comments and
   continued lines. Of all keys it knows core.excludesFile and those that include files; a visitor
   gets all. */
#include "git/user_config.h"

#include "base/buf.h"
#include "base/fs.h"
#include "base/limits_git.h"
#include "base/path.h"
#include "base/vec.h"
#include "git/ignore.h"

/* Git allows ten levels of inclusion; files in all are bounded against a fan of them. */
#define INCLUDE_DEPTH_MAX 10
#define INCLUDE_FILES_MAX 100
#define ENVIRONMENT_ENTRIES_MAX 1000

typedef struct Reader {
    Arena *arena;
    const GitRepo *repo;
    Str home;
    Str excludes; /* the last value */
    bool set;
    bool has_worktree_config;
    bool of_repository; /* values now come from the repository's own files */
    int files;
    UserConfigVisit *visit; /* NULL: the caller does not need each entry */
    void *state;
} Reader;

typedef struct ConfigFile {
    Str path, rest;
    Str section, subsection; /* of the entries that come next */
    int depth;
} ConfigFile;
typedef VEC(ConfigFile) ConfigFileVec;

static Str read_config(Reader *reader, Str path)
{
    Str text = {0};
    bool found = false;
    Err ignored;
    bool ok = path.len && reader->files++ < INCLUDE_FILES_MAX &&
              fs_read_own(reader->arena, path, GIT_CONFIG_BYTES_MAX, &text, &found, &ignored);
    return ok && found ? text : (Str){0};
}

static Str expand(const Reader *reader, Str path, Str base)
{
    if (str_starts(path, STR("~/")))
        return path_join(reader->arena, reader->home, str_from_offset(path, 2));
    return path_is_absolute(path) || !path.len ? path : path_join(reader->arena, base, path);
}

/* ---- the format ---- */

/* Takes the value that begins a text, up to its line end: quotes and escapes are resolved,
   comments dropped, and a line that ends in a backslash continues. */
static Str take_value(Arena *arena, Str *rest)
{
    Buf out = buf_open(arena, 0);
    bool quoted = false, comment = false;
    size_t at = 0, kept = 0;
    for (; at < rest->len && (rest->ptr[at] != '\n'); at++) {
        char c = rest->ptr[at], next = at + 1 < rest->len ? rest->ptr[at + 1] : '\0';
        comment = comment || (!quoted && (c == '#' || c == ';'));
        if (comment || c == '\r')
            continue;
        if (c == '"') {
            quoted = !quoted;
            kept = out.len;
            continue;
        }
        if (c == '\\' && next) {
            at++;
            if (next != '\n')
                buf_put_byte(&out, next == 'n' ? '\n' : next == 't' ? '\t' : next);
        } else {
            buf_put_byte(&out, c);
        }
        kept = quoted || (c != ' ' && c != '\t') ? out.len : kept;
    }
    *rest = str_from_offset(*rest, MIN(at + 1, rest->len));
    Str value = str_slice(buf_str(&out), 0, kept);
    while (value.len && (value.ptr[0] == ' ' || value.ptr[0] == '\t'))
        value = str_from_offset(value, 1);
    return value;
}

/* Takes `[section "subsection"]`; the section in lower case. */
static void take_section(Arena *arena, Str *rest, Str *section, Str *subsection)
{
    size_t end = str_find_byte(*rest, ']');
    Str inside = str_slice(*rest, 1, end == STR_NONE ? rest->len : end);
    *rest = str_from_offset(*rest, end == STR_NONE ? rest->len : end + 1);
    size_t quote = str_find_byte(inside, '"');
    *section = str_lower(arena, str_trim(str_slice(inside, 0, MIN(quote, inside.len))));
    Str name = quote == STR_NONE ? (Str){0} : str_from_offset(inside, quote + 1);
    *subsection = str_slice(name, 0, MIN(str_find_last_byte(name, '"'), name.len));
}

/* ---- conditions ---- */

static bool is_in_directory(const Reader *reader, Str pattern, Str base, bool any_case)
{
    Str directory = reader->repo->directory;
    if (str_starts(pattern, STR("./")))
        pattern = path_join(reader->arena, base, str_from_offset(pattern, 2));
    else if (str_starts(pattern, STR("~/")))
        pattern = expand(reader, pattern, base);
    else if (!path_is_absolute(pattern))
        pattern = str_join(reader->arena, STR("**/"), pattern);
    if (str_ends(pattern, STR("/")))
        pattern = str_join(reader->arena, pattern, STR("**"));
    if (any_case) /* after the home directory is filled in, whose case does not matter either */
        return ignore_match(str_lower(reader->arena, pattern), str_lower(reader->arena, directory));
    return ignore_match(pattern, directory);
}

static bool is_on_branch(const Reader *reader, Str pattern)
{
    GitRepo repo = *reader->repo;
    git_repo_read_head(reader->arena, &repo);
    if (str_ends(pattern, STR("/")))
        pattern = str_join(reader->arena, pattern, STR("**"));
    return ignore_match(pattern, repo.branch);
}

/* Whether the condition of [includeIf "condition"] holds. */
static bool holds(const Reader *reader, Str condition, Str base)
{
    Str kind, rest = condition;
    if (!reader->repo || !reader->repo->directory.len || !str_take_until(&rest, ':', &kind))
        return false;
    if (str_equal(kind, STR("gitdir")))
        return is_in_directory(reader, rest, base, false);
    if (str_equal(kind, STR("gitdir/i")))
        return is_in_directory(reader, rest, base, true);
    return str_equal(kind, STR("onbranch")) && is_on_branch(reader, rest);
}

/* ---- reading ---- */

static bool is_on(Str flag)
{
    return str_equal_nocase(flag, STR("1")) || str_equal_nocase(flag, STR("true")) ||
           str_equal_nocase(flag, STR("yes")) || str_equal_nocase(flag, STR("on"));
}

/* The repository's own files may only name files of the repository. */
static bool is_allowed(const Reader *reader, Str path)
{
    const GitRepo *repo = reader->repo;
    return !reader->of_repository ||
           path_is_inside(path_normalise(reader->arena, path), git_repo_whole(repo)) ||
           path_is_inside(path_normalise(reader->arena, path), repo->common);
}

static void take_excludes(Reader *reader, Str value)
{
    Str root = reader->repo ? git_repo_whole(reader->repo) : (Str){0};
    Str path = expand(reader, value, root);
    if (!is_allowed(reader, path))
        return;
    reader->excludes = path;
    reader->set = true;
}

/* Takes one `key = value`. An included file is read before the rest of this one. */
static void take_key(Reader *reader, ConfigFileVec *files, Str key, Str value)
{
    const ConfigFile file = files->ptr[files->len - 1];
    Str base = path_directory(file.path);
    if (reader->visit)
        reader->visit(reader->state, &(UserConfigEntry){.section = file.section,
                                                        .subsection = file.subsection,
                                                        .key = key,
                                                        .value = value,
                                                        .base = base});
    if (str_equal(file.section, STR("core")) && str_equal_nocase(key, STR("excludesfile")))
        take_excludes(reader, value);
    if (str_equal(file.section, STR("extensions")) && str_equal_nocase(key, STR("worktreeconfig")))
        reader->has_worktree_config = is_on(value);
    bool include =
        str_equal(file.section, STR("include")) ||
        (str_equal(file.section, STR("includeif")) && holds(reader, file.subsection, base));
    if (!include || !str_equal_nocase(key, STR("path")) || file.depth >= INCLUDE_DEPTH_MAX)
        return;
    Str path = expand(reader, value, base);
    *VEC_PUSH(reader->arena, files) =
        (ConfigFile){.path = path, .rest = read_config(reader, path), .depth = file.depth + 1};
}

static void skip_blanks(Str *rest)
{
    while (rest->len && byte_in(rest->ptr[0], " \t\r\n"))
        *rest = str_from_offset(*rest, 1);
}

/* Takes the next entry of the innermost file. */
static void take_entry(Reader *reader, ConfigFileVec *files)
{
    ConfigFile *file = &files->ptr[files->len - 1];
    Str *rest = &file->rest;
    if (rest->ptr[0] == '[') {
        take_section(reader->arena, rest, &file->section, &file->subsection);
        return;
    }
    if (rest->ptr[0] == '#' || rest->ptr[0] == ';') {
        (void)take_value(reader->arena, rest);
        return;
    }
    size_t line = MIN(str_find_byte(*rest, '\n'), rest->len);
    size_t sign = str_find_byte(str_slice(*rest, 0, line), '=');
    Str key = str_trim(str_slice(*rest, 0, MIN(sign, line)));
    *rest = str_from_offset(*rest, sign == STR_NONE ? line : sign + 1);
    take_key(reader, files, key, take_value(reader->arena, rest));
}

static void read_file(Reader *reader, Str path)
{
    ConfigFileVec files = {0};
    *VEC_PUSH(reader->arena, &files) =
        (ConfigFile){.path = path, .rest = read_config(reader, path)};
    while (files.len) {
        skip_blanks(&files.ptr[files.len - 1].rest);
        if (files.ptr[files.len - 1].rest.len)
            take_entry(reader, &files);
        else
            files.len--;
    }
}

static void read_environment(Reader *reader)
{
    uint64_t count = 0;
    if (!str_parse_u64(fs_environment("GIT_CONFIG_COUNT"), &count))
        return;
    for (uint64_t i = 0; i < MIN(count, (uint64_t)ENVIRONMENT_ENTRIES_MAX); i++) {
        Str key = str_format(reader->arena, "GIT_CONFIG_KEY_%llu", (unsigned long long)i);
        Str value = str_format(reader->arena, "GIT_CONFIG_VALUE_%llu", (unsigned long long)i);
        if (str_equal_nocase(fs_environment(str_terminate(reader->arena, key)),
                             STR("core.excludesfile")))
            take_excludes(reader, fs_environment(str_terminate(reader->arena, value)));
    }
}

static void read_of_user(Reader *reader, Str settings)
{
    Str system = fs_environment("GIT_CONFIG_SYSTEM"), global = fs_environment("GIT_CONFIG_GLOBAL");
    if (!is_on(fs_environment("GIT_CONFIG_NOSYSTEM")))
        read_file(reader, system.len ? system : STR("/etc/gitconfig"));
    if (global.len) {
        read_file(reader, global);
        return;
    }
    read_file(reader,
              settings.len ? path_join(reader->arena, settings, STR("git/config")) : (Str){0});
    read_file(reader, reader->home.len ? path_join(reader->arena, reader->home, STR(".gitconfig"))
                                       : (Str){0});
}

static void read_of_repository(Reader *reader)
{
    const GitRepo *repo = reader->repo;
    if (!repo || !repo->common.len)
        return;
    reader->of_repository = true;
    read_file(reader, path_join(reader->arena, repo->common, STR("config")));
    if (reader->has_worktree_config)
        read_file(reader, path_join(reader->arena, repo->directory, STR("config.worktree")));
    reader->of_repository = false;
}

/* The directory of the user's settings. */
static Str read_all(Reader *reader)
{
    Str settings = fs_environment("XDG_CONFIG_HOME");
    if (!settings.len && reader->home.len)
        settings = path_join(reader->arena, reader->home, STR(".config"));
    read_of_user(reader, settings);
    read_of_repository(reader);
    read_environment(reader);
    return settings;
}

void user_config_each(Arena *arena, const GitRepo *repo, UserConfigVisit *visit, void *state)
{
    Reader reader = {.arena = arena,
                     .repo = repo,
                     .home = fs_environment("HOME"),
                     .visit = visit,
                     .state = state};
    (void)read_all(&reader);
}

Str user_config_excludes(Arena *arena, const GitRepo *repo)
{
    Reader reader = {.arena = arena, .repo = repo, .home = fs_environment("HOME")};
    Str settings = read_all(&reader);
    if (reader.set)
        return reader.excludes;
    return settings.len ? path_join(arena, settings, STR("git/ignore")) : (Str){0};
}
