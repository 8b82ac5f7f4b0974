/* Values are split into words, and each word that may be a path of the work tree is kept. Hooks are
   read in the same way; the programs that they start are not. */
#include "git/named.h"

#include "base/fs.h"
#include "base/path.h"
#include "git/user_config.h"

/* Paths of a configuration and of hooks; only a hostile repository has more. */
#define NAMED_MAX 4000
/* Longest hook that is read: longer ones are programs. */
#define HOOK_BYTES_MAX ((size_t)256 * KB)

typedef struct Naming {
    Arena *arena;
    Str root;
    Str hooks; /* the directory of hooks */
    GitNamedVec found;
} Naming;

static const char *const hooks[] = {
    "applypatch-msg",
    "pre-applypatch",
    "post-applypatch",
    "pre-commit",
    "pre-merge-commit",
    "prepare-commit-msg",
    "commit-msg",
    "post-commit",
    "pre-rebase",
    "post-checkout",
    "post-merge",
    "pre-push",
    "pre-receive",
    "update",
    "proc-receive",
    "post-receive",
    "post-update",
    "reference-transaction",
    "push-to-checkout",
    "pre-auto-gc",
    "post-rewrite",
    "sendemail-validate",
    "fsmonitor-watchman",
    "p4-changelist",
    "p4-prepare-changelist",
    "p4-post-changelist",
    "p4-pre-submit",
    "post-index-change",
};

/* The path of a word, relative to the root; false: it is not within. */
static bool inside(const Naming *naming, Str word, Str base, Str *path)
{
    if (str_starts(word, STR("~/")))
        word = path_join(naming->arena, fs_environment("HOME"), str_from_offset(word, 2));
    Str whole = path_normalise(
        naming->arena, path_is_absolute(word) ? word : path_join(naming->arena, base, word));
    if (!path_is_inside(whole, naming->root))
        return false;
    *path = str_from_offset(whole, MIN(whole.len, naming->root.len + 1));
    return true;
}

static void add(Naming *naming, Str word, Str base, bool all, Str by)
{
    Str path;
    if (word.len && naming->found.len < NAMED_MAX && inside(naming, word, base, &path) &&
        (path.len || all))
        *VEC_PUSH(naming->arena, &naming->found) = (GitNamed){path, all, by};
}

/* Whether the word after this one is also run. */
static bool starts_another(Str word)
{
    static const char *const words[] = {
        "sh",        "bash",         "zsh",   "dash",    "ksh",     "python", "python3",
        "node",      "ruby",         "perl",  "php",     "exec",    "source", ".",
        "env",       "sudo",         "time",  "eval",    "command", "then",   "do",
        "else",      "if",           "elif",  "while",   "until",   "nohup",  "npx",
        "deno",      "bun",          "lua",   "Rscript", "run",     "pwsh",   "/bin/sh",
        "/bin/bash", "/usr/bin/env", "xargs", "make",    "-f",      "-C",     "-x"};
    for (size_t i = 0; i < COUNT(words); i++)
        if (str_equal(word, str_from(words[i])))
            return true;
    return word.len && word.ptr[0] == '-';
}

/* Without the directory before it that a variable or a command gives: `$root/a`, `$(pwd)/a`. */
static Str without_variable(Str text, size_t at, Str word)
{
    char before = at ? text.ptr[at - 1] : 0;
    size_t slash = str_find_byte(word, '/');
    if (before == '$' && slash != STR_NONE)
        return str_from_offset(word, slash + 1);
    bool is_joined = word.len > 1 && word.ptr[0] == '/' && byte_in(before, "\"')}`");
    return is_joined ? str_from_offset(word, 1) : word;
}

/* Adds the words of a text that may be paths; `commands`: only where something is run. */
static void add_words(Naming *naming, Str text, bool commands, Str by)
{
    bool starts = true;
    for (size_t at = 0, end; at < text.len; at = end + 1) {
        for (end = at; end < text.len && !byte_in(text.ptr[end], " \t\r\n\"'`;&|()<>=!$\\");)
            end++;
        Str word = without_variable(text, at, str_slice(text, at, end));
        bool is_path = str_find_byte(word, '/') != STR_NONE || str_find_byte(word, '.') != STR_NONE;
        if (is_path && (starts || !commands))
            add(naming, word, naming->root, false, by);
        bool is_command_end = end < text.len && byte_in(text.ptr[end], "\n;&|(`!");
        starts = is_command_end || starts_another(word) || (starts && !word.len);
    }
}

/* Sections whose values name no file that git runs or reads in the work tree. */
static bool is_of_names(Str section)
{
    static const char *const sections[] = {"remote",     "branch", "submodule", "url",  "user",
                                           "extensions", "author", "committer", "color"};
    for (size_t i = 0; i < COUNT(sections); i++)
        if (str_equal(section, str_from(sections[i])))
            return true;
    return false;
}

static void take_entry(void *state, const UserConfigEntry *entry)
{
    Naming *naming = state;
    Str key = str_lower(naming->arena, entry->key);
    Str by = str_format(naming->arena, "%.*s.%.*s", STR_ARG(entry->section), STR_ARG(key));
    bool includes = str_starts(entry->section, STR("include"));
    if (is_of_names(entry->section) || str_equal(by, STR("core.worktree")))
        return;
    if (str_equal(by, STR("core.hookspath"))) {
        naming->hooks = path_is_absolute(entry->value)
                            ? entry->value
                            : path_join(naming->arena, naming->root, entry->value);
        add(naming, entry->value, naming->root, true, by);
        return;
    }
    if (includes)
        add(naming, entry->value, entry->base, false, by);
    else
        add_words(naming, entry->value, false, by);
}

/* The target of a hook that is a link, and the paths that its text names. */
static void take_hook(Naming *naming, const char *name)
{
    Arena *arena = naming->arena;
    Str path = path_join(arena, naming->hooks, str_from(name)), real = fs_real_path(arena, path);
    Str by = str_format(arena, "the hook %s", name), text = {0};
    bool found = false;
    Err ignored = {0};
    if (!real.len)
        return;
    add(naming, real, naming->root, false, by);
    if (fs_read_own(arena, path, HOOK_BYTES_MAX, &text, &found, &ignored) && found &&
        str_starts(text, STR("#")))
        add_words(naming, text, true, by);
}

GitNamedVec git_named(Arena *arena, const GitRepo *repo)
{
    Naming naming = {.arena = arena, .root = git_repo_whole(repo)};
    if (!repo->directory.len)
        return naming.found;
    naming.hooks = path_join(arena, repo->common, STR("hooks"));
    user_config_each(arena, repo, take_entry, &naming);
    for (size_t i = 0; i < COUNT(hooks); i++)
        take_hook(&naming, hooks[i]);
    return naming.found;
}

static bool is_named(const GitNamed *named, Str path)
{
    if (!named->path.len) /* the root: only files directly in it */
        return str_find_byte(path, '/') == STR_NONE;
    return str_equal(named->path, path) || (named->all && path_is_inside(path, named->path));
}

const GitNamed *git_named_find(const GitNamedVec *all, Str path)
{
    for (size_t i = 0; i < all->len; i++)
        if (is_named(&all->ptr[i], path))
            return &all->ptr[i];
    return NULL;
}
