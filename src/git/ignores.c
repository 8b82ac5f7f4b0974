#include "git/ignores.h"

#include "base/buf.h"
#include "base/fs.h"
#include "base/hash.h"
#include "base/limits.h"
#include "base/path.h"
#include "git/git_walk.h"
#include "git/user_config.h"

const char *const ignore_files[IGNORE_FILE_COUNT] = {".gitignore", ".foveaignore"};

static Str read_ignore(Arena *arena, Str path)
{
    Str text = {0};
    bool found = false;
    Err ignored;
    bool ok = fs_read_own(arena, path, IGNORE_BYTES_MAX, &text, &found, &ignored);
    return ok && found ? text : (Str){0};
}

static size_t stack_size(const IgnoreStack *stack)
{
    size_t count = 0;
    for (size_t i = 0; i < stack->len; i++)
        count += stack->ptr[i].count;
    return count;
}

bool ignores_push(Arena *arena, Ignores *ignores, Str base, Str path)
{
    if (ignores->bytes > IGNORE_BYTES_SUM || ignores->patterns > IGNORE_PATTERNS_MAX)
        return false;
    Str text = read_ignore(arena, path);
    IgnoreStack *stack = &ignores->stack;
    if (!text.len)
        return true;
    ignore_push(arena, stack, base, path, text);
    ignores->bytes += text.len;
    ignores->patterns += stack->ptr[stack->len - 1].count;
    if (stack_size(stack) <= IGNORE_STACK_MAX)
        return true;
    stack->len--;
    return false;
}

uint64_t git_user_rules(Arena scratch, const GitRepo *repo)
{
    Str path = user_config_excludes(&scratch, repo);
    return (hash_fast(path) ^ hash_fast(read_ignore(&scratch, path))) | 1;
}

/* The path relative to the bases of the rules. */
static Str path_from_bases(const Ignores *ignores, Arena *arena, Str path)
{
    return ignores->part.len ? path_join(arena, ignores->part, path) : path;
}

const IgnorePattern *ignores_find(const Ignores *ignores, Arena scratch, Str path,
                                  bool is_directory, const IgnoreFile **file)
{
    const IgnorePattern *rule =
        ignore_find(&ignores->stack, path_from_bases(ignores, &scratch, path), is_directory, file);
    return rule && !rule->negated ? rule : NULL;
}

Str ignores_describe(Arena *arena, Str root, const IgnorePattern *rule, const IgnoreFile *file)
{
    bool inside = path_is_inside(file->path, root);
    Str shown = inside ? str_from_offset(file->path, root.len + 1) : file->path;
    return str_format(arena, "%.*s (%.*s:%u)", STR_ARG(rule->written), STR_ARG(shown), rule->line);
}

/* Pushes the ignore files of one directory. */
static bool push_directory(Arena *arena, Ignores *ignores, Str base, Str directory)
{
    bool whole = true;
    for (size_t i = 0; i < IGNORE_FILE_COUNT; i++)
        whole &= ignores_push(arena, ignores, base,
                              path_join(arena, directory, str_from(ignore_files[i])));
    return whole;
}

bool ignores_push_above(Arena *arena, Ignores *ignores, Str root)
{
    Str part = ignores->part, rest = part, name, base = {0};
    bool whole = true;
    ignores->part = (Str){0};
    while (str_take_until(&rest, '/', &name)) {
        whole &= push_directory(arena, ignores, base, path_join(arena, root, base));
        base = str_slice(part, 0, (size_t)(name.ptr - part.ptr) + name.len);
        const IgnoreFile *file = NULL;
        if (ignores_find(ignores, *arena, base, true, &file)) {
            ignores->stack.len = 0;
            return whole;
        }
    }
    ignores->part = part;
    return whole;
}
