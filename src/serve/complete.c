/* Completion of arguments. Paths complete as in a shell, up to the next slash. Symbols come from
   the find tool, modules from the modules tool, largest first. */
#include "serve/complete.h"

#include "base/limits.h"
#include "config/config.h"
#include "git/git_walk.h"
#include "serve/call.h"

/* The largest limit of the modules tool. */
#define MODULES_MAX 2000

void complete_put(Exchange *exchange, Json *result, Json *values, size_t total)
{
    Arena *arena = &exchange->arena;
    Json *completion = json_object(arena);
    json_set(completion, STR("values"), values);
    json_set(completion, STR("total"), json_u64(arena, total));
    json_set(completion, STR("hasMore"), json_bool(arena, total > values->count));
    json_set(result, STR("completion"), completion);
}

/* Paths below a root, which may be a subdirectory of the repository. */
typedef struct Paths {
    const WalkFileVec *files;
    const NameList *excluded;
    size_t above; /* bytes of each path up to the root */
    Str prefix;   /* the text typed so far */
} Paths;

/* Adds the completions of the prefix. Files are sorted by path, so the files of one directory are
   adjacent. */
static size_t add_paths(Arena *arena, const Paths *paths, Json *values)
{
    Str last = {0}, prefix = paths->prefix;
    size_t total = 0;
    for (size_t i = 0; i < paths->files->len; i++) {
        Str path = str_from_offset(paths->files->ptr[i].path, paths->above);
        if (!str_starts(path, prefix) || (last.len && str_starts(path, last)) ||
            fs_is_excluded(paths->excluded->names, paths->excluded->count, path))
            continue;
        size_t slash = str_find_byte(str_from_offset(path, prefix.len), '/');
        bool directory = slash != STR_NONE;
        Str value = directory ? str_slice(path, 0, prefix.len + slash + 1) : path;
        last = directory ? value : (Str){0};
        if (total++ < MCP_COMPLETIONS_MAX)
            json_add(values, json_str(arena, value));
    }
    return total;
}

/* Path of the root within the repository; empty: it is the repository's root. */
static Str below_repository(const GitRepo *repo, Str root)
{
    bool below = str_starts(root, repo->root) && root.len > repo->root.len &&
                 root.ptr[repo->root.len] == '/';
    return below ? str_from_offset(root, repo->root.len + 1) : (Str){0};
}

static size_t complete_path(Exchange *exchange, Str prefix, Json *values)
{
    Arena scratch;
    Err err;
    GitRepo repo;
    WalkResult walk;
    ToolContext context = call_context(exchange);
    arena_open(&scratch, 0);
    if (!git_repo_find(&exchange->arena, context.root, &repo, &err))
        return 0;
    Str under = below_repository(&repo, fs_real_path(&exchange->arena, context.root));
    WalkOptions options = {.under = under};
    if (!git_walk(&exchange->arena, scratch, &repo, &options, &walk, &err))
        return 0;
    Paths paths = {.files = &walk.files,
                   .excluded = &context.config->excluded,
                   .above = under.len ? under.len + 1 : 0,
                   .prefix = prefix};
    return add_paths(&exchange->arena, &paths, values);
}

/* The rows of a tool's structured answer, or NULL if the call failed. */
static const Json *ask(Exchange *exchange, Str tool, Json *arguments, Str rows)
{
    Arena *arena = &exchange->arena;
    Err err;
    CallAnswer found;
    Json *answer = NULL;
    json_set(arguments, STR("format"), json_str(arena, STR("json")));
    if (!call_run(exchange, tool_find(tool), arguments, 0, &found, &err) ||
        !json_parse(arena, found.text, &answer, &err))
        return NULL;
    const Json *all = json_get(answer, rows);
    return all ? all->first : NULL;
}

static size_t complete_module(Exchange *exchange, Str prefix, Json *values)
{
    Arena *arena = &exchange->arena;
    Json *arguments = json_object(arena);
    size_t total = 0;
    json_set(arguments, STR("limit"), json_u64(arena, MODULES_MAX));
    const Json *module = ask(exchange, STR("modules"), arguments, STR("modules"));
    for (; module; module = module->next) {
        Str name = json_text(module, STR("module"));
        if (str_starts(name, prefix) && total++ < MCP_COMPLETIONS_MAX)
            json_add(values, json_str(arena, name));
    }
    return total;
}

static size_t complete_symbol(Exchange *exchange, Str prefix, Json *values)
{
    Arena *arena = &exchange->arena;
    Json *arguments = json_object(arena);
    json_set(arguments, STR("query"), json_str(arena, str_format(arena, "%.*s*", STR_ARG(prefix))));
    json_set(arguments, STR("limit"), json_u64(arena, MCP_COMPLETIONS_MAX));
    const Json *symbol = prefix.len ? ask(exchange, STR("find"), arguments, STR("symbols")) : NULL;
    for (; symbol; symbol = symbol->next) {
        Str name = json_text(symbol, STR("name"));
        if (!values->last || !str_equal(name, values->last->text))
            json_add(values, json_str(arena, name));
    }
    return values->count;
}

bool complete_argument(Exchange *exchange, Json *result, RpcFault *fault)
{
    Arena *arena = &exchange->arena;
    const Json *params = exchange->message.params;
    const Json *argument = rpc_object(params, STR("argument"));
    Str name = json_text(argument, STR("name")), value = json_text(argument, STR("value"));
    Json *values = json_array(arena);
    if (!rpc_object(params, STR("ref")) || !name.len)
        return rpc_fail(arena, fault, RPC_INVALID_PARAMS, "give ref and argument.name");
    size_t total = str_equal(name, STR("path"))     ? complete_path(exchange, value, values)
                   : str_equal(name, STR("symbol")) ? complete_symbol(exchange, value, values)
                   : str_equal(name, STR("module")) ? complete_module(exchange, value, values)
                                                    : 0;
    complete_put(exchange, result, values, total);
    return true;
}
