/* One JSON file for each repository, named by a hash of the path of its git directory, so all of
   its work trees have the same remotes. It is replaced in one step, under a lock, since two
   programs may add names at once. */
#include "tools/remotes.h"

#include "base/fs.h"
#include "base/fs_private.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/path.h"
#include "config/config.h"
#include "share/remote.h"
#include "text/secrets.h"

#include <unistd.h>

/* Names are typed. */
#define NAME_CHARS_MAX 64
/* Room for NAMED_REMOTES_MAX targets of the greatest length. */
#define REMOTES_BYTES_MAX (256 * KB)
/* Another program is adding a name. */
#define LOCK_WAIT_MS 5000
/* Digits of the hash in a file's name: no two repositories share them. */
#define NAME_DIGITS 32

/* A name is 1 to 64 letters, digits, _ . and -, and begins with none of the last two. No target is
   one: each has a colon. */
static bool remotes_name_is_valid(Str name)
{
    for (size_t i = 0; i < name.len; i++)
        if (!byte_is_alpha(name.ptr[i]) && !byte_is_digit(name.ptr[i]) &&
            !byte_in(name.ptr[i], "_.-"))
            return false;
    return name.len && name.len <= NAME_CHARS_MAX && !byte_in(name.ptr[0], ".-");
}

/* ---- the file ---- */

static bool file_of(Arena *arena, const GitRepo *repo, Str *path, Err *err)
{
    char hex[65];
    Str config = config_user_file(arena);
    if (!repo->common.len) {
        err_set(err, ERR_USAGE, "there is no git repository here");
        return err_hint(err, "an index is shared by commits; run it in a repository");
    }
    if (!config.len) {
        err_set(err, ERR_FAILED,
                "there is no place for names of remotes: neither HOME nor "
                "XDG_CONFIG_HOME is set");
        return err_hint(err, "set XDG_CONFIG_HOME, or name a target");
    }
    hash_sha256(repo->common, hex);
    *path = str_format(arena, "%.*s/remotes/%.*s.json", STR_ARG(path_directory(config)),
                       NAME_DIGITS, hex);
    return true;
}

static bool fail_file(Str path, Err *err)
{
    err_set(err, ERR_FAILED, "'%.*s' is not a file of remotes",
            STR_ARG(str_slice(path, 0, PATH_SHOWN_BYTES)));
    return err_hint(err, "remove it, and add the remotes again");
}

static bool parse(Arena *arena, Str path, Str text, NamedRemoteVec *remotes, Err *err)
{
    Json *file;
    Err ignored;
    const Json *list =
        json_parse(arena, text, &file, &ignored) ? json_get(file, STR("remotes")) : NULL;
    if (!list || list->type != JSON_OBJECT || list->count > NAMED_REMOTES_MAX)
        return fail_file(path, err);
    for (const Json *item = list->first; item; item = item->next) {
        if (!remotes_name_is_valid(item->key) || item->type != JSON_STRING ||
            !remote_target_check(item->text, &ignored))
            return fail_file(path, err);
        *VEC_PUSH(arena, remotes) = (NamedRemote){item->key, item->text};
    }
    return true;
}

bool remotes_load(Arena *arena, const GitRepo *repo, NamedRemoteVec *remotes, Err *err)
{
    Str path, text;
    bool found = false;
    *remotes = (NamedRemoteVec){0};
    return file_of(arena, repo, &path, err) &&
           fs_read_own(arena, path, REMOTES_BYTES_MAX, &text, &found, err) &&
           (!found || parse(arena, path, text, remotes, err));
}

static int by_name(const void *a, const void *b)
{
    const NamedRemote *x = a, *y = b;
    return str_compare(x->name, y->name);
}

static bool save(Arena *arena, const GitRepo *repo, Str path, const NamedRemoteVec *remotes,
                 Err *err)
{
    Json *file = json_object(arena), *list = json_object(arena);
    Buf out = buf_open(arena, 0);
    if (remotes->len)
        qsort(remotes->ptr, remotes->len, sizeof *remotes->ptr, by_name);
    for (size_t i = 0; i < remotes->len; i++)
        json_set(list, remotes->ptr[i].name, json_str(arena, remotes->ptr[i].target));
    json_set(file, STR("repository"), json_str(arena, repo->common));
    json_set(file, STR("remotes"), list);
    json_write(&out, file, 4);
    buf_put_byte(&out, '\n');
    return fs_write_atomic(*arena, path, buf_str(&out), 0600, err);
}

typedef bool (*Change)(Arena *arena, NamedRemoteVec *remotes, const NamedRemote *named, Err *err);

static bool change(Arena *arena, const GitRepo *repo, const NamedRemote *named, Change apply,
                   Err *err)
{
    int lock SCOPED(fs_lock_release) = -1;
    NamedRemoteVec remotes;
    Str path;
    if (!file_of(arena, repo, &path, err))
        return false;
    if (!fs_make_directories(*arena, path_directory(path))) {
        err_set(err, ERR_FAILED, "cannot make '%.*s'",
                STR_ARG(str_slice(path_directory(path), 0, PATH_SHOWN_BYTES)));
        return err_hint(err, "it is where names of remotes are kept");
    }
    lock = fs_lock_take(*arena, str_join(arena, path, STR(".lock")), LOCK_WAIT_MS);
    if (lock < 0)
        return err_set(err, ERR_FAILED, "another program is changing the names of remotes");
    return remotes_load(arena, repo, &remotes, err) && apply(arena, &remotes, named, err) &&
           save(arena, repo, path, &remotes, err);
}

/* ---- adding, removing ---- */

static NamedRemote *find(const NamedRemoteVec *remotes, Str name)
{
    for (size_t i = 0; i < remotes->len; i++)
        if (str_equal(remotes->ptr[i].name, name))
            return &remotes->ptr[i];
    return NULL;
}

static bool add(Arena *arena, NamedRemoteVec *remotes, const NamedRemote *named, Err *err)
{
    const NamedRemote *there = find(remotes, named->name);
    if (there && str_equal(there->target, named->target))
        return true;
    if (there) {
        err_set(err, ERR_USAGE, "there is a remote '%.*s': %.*s", STR_ARG(there->name),
                STR_ARG(str_slice(there->target, 0, PATH_SHOWN_BYTES)));
        return err_hint(err, "use another name, or remove that one: `fovea remote --help`");
    }
    if (remotes->len == NAMED_REMOTES_MAX)
        return err_set(err, ERR_USAGE, "a repository has at most %d remotes", NAMED_REMOTES_MAX);
    *VEC_PUSH(arena, remotes) = *named;
    return true;
}

bool remotes_add(Arena *arena, const GitRepo *repo, Str name, Str target, Err *err)
{
    NamedRemote named = {name, target};
    if (!remotes_name_is_valid(name)) {
        err_set(err, ERR_USAGE, "'%.*s' is no name for a remote",
                STR_ARG(str_slice(name, 0, NAME_CHARS_MAX)));
        return err_hint(err,
                        "names are 1 to %d letters, digits, _ . and -, beginning with a letter, a "
                        "digit or _",
                        NAME_CHARS_MAX);
    }
    if (!remote_target_check(target, err))
        return false;
    if (secret_find(target)) {
        err_set(err, ERR_USAGE, "the target of a remote has in it what looks like a secret");
        return err_hint(err, "names of remotes are shown and stored; docs/remotes.md says where "
                             "credentials are read from");
    }
    return change(arena, repo, &named, add, err);
}

static bool fail_unknown(Arena *arena, const NamedRemoteVec *remotes, Str name, Err *err)
{
    Buf names = buf_open(arena, 0);
    for (size_t i = 0; i < remotes->len; i++)
        buf_printf(&names, "%s%.*s", i ? ", " : "", STR_ARG(remotes->ptr[i].name));
    if (name.len)
        err_set(err, ERR_USAGE, "this repository has no remote '%.*s'",
                STR_ARG(str_slice(name, 0, NAME_CHARS_MAX)));
    else
        err_set(err, ERR_USAGE,
                remotes->len ? "which remote is meant?"
                             : "no target was given, and this repository has no remote");
    if (names.len)
        return err_hint(err, "it has: %.*s", STR_ARG(str_slice(buf_str(&names), 0, 200)));
    return err_hint(err, "name a target, such as file:///srv/fovea/x, or add one: "
                         "`fovea remote --help`");
}

static bool drop(Arena *arena, NamedRemoteVec *remotes, const NamedRemote *named, Err *err)
{
    const NamedRemote *there = find(remotes, named->name);
    if (!there)
        return fail_unknown(arena, remotes, named->name, err);
    size_t at = (size_t)(there - remotes->ptr);
    remotes->len--;
    memmove(remotes->ptr + at, remotes->ptr + at + 1, (remotes->len - at) * sizeof *remotes->ptr);
    return true;
}

bool remotes_remove(Arena *arena, const GitRepo *repo, Str name, Err *err)
{
    NamedRemote named = {.name = name};
    return change(arena, repo, &named, drop, err);
}

bool remotes_target(Arena *arena, const GitRepo *repo, Str text, Str *target, Err *err)
{
    NamedRemoteVec remotes;
    *target = text;
    if (text.len && !remotes_name_is_valid(text))
        return true;
    if (!remotes_load(arena, repo, &remotes, err))
        return false;
    const NamedRemote *meant = text.len           ? find(&remotes, text)
                               : remotes.len == 1 ? remotes.ptr
                                                  : find(&remotes, STR("default"));
    if (!meant)
        return fail_unknown(arena, &remotes, text, err);
    *target = meant->target;
    return true;
}
