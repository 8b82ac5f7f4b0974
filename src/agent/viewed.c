/* The list is in order of use, the latest last, so an ambiguous name means the symbol that the
   conversation is about. */
#include "agent/viewed.h"

#include "agent/index_lookup.h"
#include "base/buf.h"
#include "search/handle.h"

/* Symbols shown of a list; the rest is counted. */
#define SHOWN_MAX 5

/* The handle of the symbol that a part shows; empty: it shows no symbol, or lines. */
static Str handle_of(Arena *arena, const WindowPart *part)
{
    Str path = part->path, name = part->name;
    if (!path.len || part->place != WINDOW_CONTEXT)
        return (Str){0};
    if (str_starts(name, path))
        return str_starts(str_from_offset(name, path.len), STR("::")) ? name : (Str){0};
    bool is_bare = str_find_byte(name, ':') == STR_NONE && str_find_byte(name, '/') == STR_NONE &&
                   str_find_byte(name, ' ') == STR_NONE;
    return is_bare ? str_format(arena, "%.*s::%.*s", STR_ARG(path), STR_ARG(name)) : (Str){0};
}

static void remove_at(Agent *agent, size_t at)
{
    ViewedVec *viewed = &agent->viewed;
    agent->viewed_new -= at >= viewed->len - agent->viewed_new;
    viewed->len--;
    memmove(viewed->ptr + at, viewed->ptr + at + 1, (viewed->len - at) * sizeof *viewed->ptr);
}

void viewed_add(Agent *agent, const WindowPart *part)
{
    Str handle = handle_of(agent->arena, part);
    if (!handle.len)
        return;
    for (size_t i = agent->viewed.len; i > 0; i--)
        if (str_equal(agent->viewed.ptr[i - 1].handle, handle)) {
            remove_at(agent, i - 1);
            break;
        }
    if (agent->viewed.len == RECALL_VIEWED_MAX)
        remove_at(agent, 0);
    *VEC_PUSH(agent->arena, &agent->viewed) = (Viewed){.handle = str_copy(agent->arena, handle),
                                                       .hash = str_copy(agent->arena, part->hash)};
    agent->viewed_new++;
}

Str viewed_prefer(Agent *agent, Str text)
{
    if (str_find(text, STR("::")) != STR_NONE || str_find_byte(text, '/') != STR_NONE)
        return text;
    for (size_t i = agent->viewed.len; i > 0; i--) {
        Str handle = agent->viewed.ptr[i - 1].handle;
        size_t end = str_find(handle, STR("::"));
        Str name = str_from_offset(handle, end + 2);
        if (!str_equal(name, text) && !str_equal(handle_last_part(name), text))
            continue;
        Lookup item = {.path = str_slice(handle, 0, end), .symbol = name};
        index_lookup_all(agent->arena, agent->context, &item, 1);
        return item.answer == LOOKUP_FOUND ? handle : text;
    }
    return text;
}

bool viewed_save(Agent *agent, bool all, Err *err)
{
    size_t count = all ? agent->viewed.len : agent->viewed_new;
    if (!recall_view(agent->store, agent->session, agent->viewed.ptr + (agent->viewed.len - count),
                     count, err))
        return false;
    agent->viewed_new = 0;
    return true;
}

bool viewed_load(Agent *agent, Err *err)
{
    ViewedVec viewed = {0};
    if (!recall_viewed(agent->store, agent->arena, agent->session, &viewed, err))
        return false;
    agent->viewed.len = agent->viewed_new = 0;
    for (size_t i = viewed.len; i > 0; i--)
        *VEC_PUSH(agent->arena, &agent->viewed) = viewed.ptr[i - 1];
    return true;
}

Str viewed_text(Agent *agent)
{
    Buf out = buf_open(agent->arena, 0);
    size_t count = agent->viewed.len;
    if (count)
        buf_printf(&out, "%zu symbol%s viewed, last", count, count == 1 ? "" : "s");
    for (size_t i = count; i > 0 && count - i < SHOWN_MAX; i--) {
        buf_put(&out, i < count ? STR(", ") : STR(" "));
        buf_put_text(&out, agent->viewed.ptr[i - 1].handle);
    }
    buf_put(&out, count ? STR("\n") : (Str){0});
    return buf_str(&out);
}
