/* Loads the configuration files: the user's, then the project's, each as TOML and then as JSON,
   which has precedence. */
#include "config/config.h"

#include "base/path.h"

Str config_user_file(Arena *arena)
{
    Str base = fs_environment("XDG_CONFIG_HOME"), home = fs_environment("HOME");
    if (!path_is_absolute(base))
        base = path_is_absolute(home) ? path_join(arena, home, STR(".config")) : (Str){0};
    return base.len ? path_join(arena, base, STR("fovea/config.toml")) : (Str){0};
}

/* Writes a path below the home directory as `~/…`. */
static Str shorten(Arena *arena, Str path)
{
    Str home = fs_environment("HOME");
    if (home.len < 2 || !path_is_inside(path, home))
        return path;
    return str_join(arena, STR("~"), str_from_offset(path, home.len));
}

/* Path of the JSON file next to a TOML file; empty if `path` is not TOML. */
static Str as_json(Arena *arena, Str path)
{
    Str ending = STR(".toml");
    return str_ends(path, ending)
               ? str_join(arena, str_slice(path, 0, path.len - ending.len), STR(".json"))
               : (Str){0};
}

static bool load_user(Arena *arena, Str path, Config *config, Err *err)
{
    Str text = {0};
    bool found = false;
    if (!path.len ||
        !fs_is_directory(arena,
                         path_directory(path))) /* or not to be looked into: another's HOME */
        return true;
    if (!fs_read_own(arena, path, CONFIG_BYTES_MAX, &text, &found, err))
        return false;
    return !found || config_apply(arena, shorten(arena, path), text, false, config, err);
}

/* Loads a project's file, under the policy of its root. Whatever else a repository has in its place
   must not prevent reading the repository, so errors become notices. */
static bool load_project(Arena *arena, Str root, Str name, Config *config, Err *err)
{
    Str text = {0};
    if (!fs_real_path(arena, path_join(arena, root, name)).len)
        return true;
    FsPolicy policy = {.root = root, .roots = &root, .root_count = 1};
    FsFile file SCOPED(fs_close) = {.fd = -1};
    Err why = {0};
    if (fs_open(arena, &policy, name, &file, &why) && file.size > CONFIG_BYTES_MAX)
        err_set(&why, ERR_FAILED, "%.*s is larger than %zu KB", STR_ARG(name),
                CONFIG_BYTES_MAX / KB);
    if (why.code) {
        *why.hint = '\0'; /* the hint is for a caller that named the file */
        config_pass_over(arena, config, &why);
        return true;
    }
    return fs_read_all(arena, &file, &text, err) &&
           config_apply(arena, name, text, true, config, err);
}

bool config_load(Arena *arena, Str user_file, Str root, Config *config, Err *err)
{
    config_init(config);
    config->is_loaded = true;
    if (user_file.len && (!load_user(arena, user_file, config, err) ||
                          !load_user(arena, as_json(arena, user_file), config, err)))
        return false;
    return !root.len || (load_project(arena, root, STR(".fovea.toml"), config, err) &&
                         load_project(arena, root, STR(".fovea.json"), config, err));
}
