/* Path expansion. An object is rebuilt from its members one segment at a time: a.b.c becomes a
   member b.c of the object a, and a is rebuilt after its parent is complete. Objects that meet
   under one name join their members. Every object is thus handled once, from a work list, and deep
   paths need no recursion. */
#include "base/json_keys.h"
#include "text/toon_read.h"

typedef struct Task {
    Json *node;
    size_t depth;
} Task;

typedef struct Expansion {
    ToonReader *reader;
    VEC(Task) tasks;
} Expansion;

static bool byte_is_name(char c, bool first)
{
    return byte_is_alpha(c) || c == '_' || (!first && byte_is_digit(c));
}

/* Whether every segment between dots is a plain name. */
static bool is_path(Str key)
{
    bool first = true;
    for (size_t i = 0; i < key.len; i++) {
        if (key.ptr[i] == '.' && !first)
            first = true;
        else if (!byte_is_name(key.ptr[i], first))
            return false;
        else
            first = false;
    }
    return !first;
}

/* The length of the key's first segment; all of it when it is not to be expanded. */
static size_t head_length(const ToonReader *reader, Str key)
{
    size_t dot = str_find_byte(key, '.');
    if (dot == STR_NONE || toon_key_was_quoted(reader->text, key))
        return key.len;
    bool rest_of_path = key.ptr > reader->text.ptr && key.ptr[-1] == '.';
    return rest_of_path || is_path(key) ? dot : key.len;
}

static void join_members(Json *object, Json *first, Json *last, size_t count)
{
    if (!count)
        return;
    if (object->last)
        object->last->next = first;
    else
        object->first = first;
    object->last = last;
    object->count += count;
}

/* Merges a member into a name that already exists. */
static bool merge(Expansion *expansion, Json *taken, Json *member)
{
    ToonReader *reader = expansion->reader;
    if (taken->type == JSON_OBJECT && member->type == JSON_OBJECT) {
        join_members(taken, member->first, member->last, member->count);
        return true;
    }
    if (!reader->options.lenient) {
        err_set(reader->err, ERR_FAILED,
                "invalid TOON: the paths meet at '%.*s', which has a value", STR_ARG(taken->key));
        return err_hint(reader->err, "decode without expanding paths, or leniently");
    }
    Json *next = taken->next;
    Str key = taken->key;
    *taken = *member;
    taken->key = key;
    taken->next = next;
    return true;
}

static bool expand_object(Expansion *expansion, Json *object)
{
    ToonReader *reader = expansion->reader;
    JsonKeys keys = {0};
    Json *next, *member = object->first;
    object->first = object->last = NULL;
    object->count = 0;
    for (; member; member = next) {
        next = member->next;
        member->next = NULL;
        size_t head = head_length(reader, member->key);
        if (head < member->key.len) {
            Str path = member->key;
            Json *holder = json_pool_take(&reader->pool, reader->arena);
            holder->type = JSON_OBJECT;
            json_set(holder, str_from_offset(path, head + 1), member);
            holder->key = (Str){path.ptr, head};
            member = holder;
        }
        Json *taken = json_keys_find(&keys, &reader->scratch, object, member->key);
        if (!taken)
            json_keys_add(&keys, object, member->key, member);
        else if (!merge(expansion, taken, member))
            return false;
    }
    return true;
}

static bool add_children(Expansion *expansion, Task task)
{
    for (Json *child = task.node->first; child; child = child->next) {
        if (!child->first)
            continue;
        if (task.depth == JSON_DEPTH_MAX)
            return err_set(expansion->reader->err, ERR_FAILED,
                           "invalid TOON: the paths nest deeper than %d levels", JSON_DEPTH_MAX);
        *VEC_PUSH(expansion->reader->arena, &expansion->tasks) = (Task){child, task.depth + 1};
    }
    return true;
}

bool toon_expand(ToonReader *reader, Json *root)
{
    Expansion expansion = {.reader = reader};
    *VEC_PUSH(reader->arena, &expansion.tasks) = (Task){root, 1};
    while (expansion.tasks.len) {
        Task task = expansion.tasks.ptr[--expansion.tasks.len];
        if (task.node->type == JSON_OBJECT && !expand_object(&expansion, task.node))
            return false;
        if (!add_children(&expansion, task))
            return false;
    }
    return true;
}
