/* Resolution of module names, with similar names if none matches. */
#include "query/query.h"
#include "query/unseen.h"
#include "search/handle.h"
#include "text/nearest.h"

#define NEAREST_SHOWN 3

static Str first_part(Str name)
{
    return str_slice(name, 0, MIN(str_find_byte(name, '.'), name.len));
}

/* At most NEAREST_SHOWN modules whose name, or its last or first part, is most similar. */
static Str nearest_modules(Arena *arena, const Modules *modules, Str name)
{
    size_t count = modules->list.len, shown = 0;
    Str *names = NEW(arena, Str, 3 * count + 1), *last = names + count, *first = last + count;
    for (size_t i = 0; i < count; i++) {
        names[i] = modules->list.ptr[i].name;
        last[i] = handle_last_part(names[i]);
        first[i] = first_part(names[i]);
    }
    Str near = nearest_find(name, names, 3 * count);
    if (!near.len)
        near = nearest_find(handle_last_part(name), names, 3 * count);
    Buf list = buf_open(arena, ERR_HINT_BYTES / 2);
    for (size_t i = 0; i < 3 * count && near.len && shown < NEAREST_SHOWN; i++) {
        bool seen = i >= count && (str_equal(names[i % count], near) ||
                                   (i >= 2 * count && str_equal(last[i % count], near)));
        if (str_equal(names[i], near) && !seen)
            buf_printf(&list, "%s'%.*s'", shown++ ? ", " : "", STR_ARG(names[i % count]));
    }
    return buf_str(&list);
}

static bool fail_no_module(SessionRequest *request, const IndexSession *session,
                           const Modules *modules, Str name, Err *err)
{
    Str unseen = unseen_denial(request, session, (Str){0}, UNSEEN_LISTING, (Str){0});
    Str not_listed = unseen.len ? str_join(request->arena, STR("; "), unseen) : (Str){0};
    Str near = nearest_modules(request->arena, modules, name);
    err_set(err, ERR_NOT_FOUND, "no module '%.*s'", STR_ARG(str_slice(name, 0, PATH_SHOWN_BYTES)));
    if (near.len)
        return err_hint(err, "did you mean %.*s? fovea modules lists all%.*s", STR_ARG(near),
                        STR_ARG(not_listed));
    return err_hint(err, "fovea modules lists them%.*s", STR_ARG(not_listed));
}

bool query_module(SessionRequest *request, const IndexSession *session, Modules *modules, Str name,
                  size_t *module, Err *err)
{
    bool whole = str_ends(name, STR("/**"));
    size_t end = whole ? name.len - 3 : name.len;
    while (end && name.ptr[end - 1] == '/')
        end--;
    Str directory = str_slice(name, 0, end);
    if (str_starts(directory, STR("./")))
        directory = str_from_offset(directory, 2);
    if (str_equal(directory, STR(".")))
        directory = STR("root");
    *module = whole ? SIZE_MAX : modules_find(modules, directory);
    if (*module == SIZE_MAX && directory.len)
        *module = modules_fold(request->arena, session->catalog, modules, directory);
    return *module != SIZE_MAX || fail_no_module(request, session, modules, name, err);
}
