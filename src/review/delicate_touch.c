/* Members of JSON and TOML are compared as values, so escapes, order and layout make no difference.
   Of other files each added line counts that has a mark, or is indented below a line that has one:
   an argument of a call, a plugin in a list. */
#include "review/delicate.h"

#include "base/buf.h"
#include "base/json.h"
#include "base/map.h"
#include "base/vec.h"
#include "text/jsonc.h"
#include "text/toml.h"

/* Members that a key leads to, of a file that people write. */
#define MEMBERS_MAX 1000

typedef VEC(const Json *) MemberVec;

/* ---- values ---- */

/* Whether the name is `pre` or `post` and that of another member. */
static bool is_of_sibling(const Json *object, Str name)
{
    size_t cut = str_starts(name, STR("pre")) ? 3 : str_starts(name, STR("post")) ? 4 : 0;
    return cut && cut < name.len && json_get(object, str_from_offset(name, cut));
}

static bool fits(const Json *object, Str name, Str part)
{
    if (str_equal(part, STR("@")))
        return is_of_sibling(object, name);
    if (str_ends(part, STR("*")))
        return str_starts(name, str_slice(part, 0, part.len - 1));
    return str_equal(name, part);
}

/* The members that a key leads to. */
static MemberVec members_of(Arena *arena, const Json *root, Str key)
{
    MemberVec now = {0};
    Str part;
    *VEC_PUSH(arena, &now) = root;
    while (str_take_until(&key, '.', &part)) {
        MemberVec next = {0};
        for (size_t i = 0; i < now.len; i++)
            for (const Json *item = now.ptr[i]->first; item; item = item->next)
                if (next.len < MEMBERS_MAX && fits(now.ptr[i], item->key, part))
                    *VEC_PUSH(arena, &next) = item;
        now = next;
    }
    return now;
}

static Str written(Arena *arena, const Json *item)
{
    Buf out = buf_open(arena, 0);
    json_write_str(&out, item->key);
    json_write(&out, item, 0);
    return buf_str(&out);
}

static bool read_value(Arena *arena, DelicateForm form, Str text, const Json **value)
{
    JsoncDoc doc;
    Json *read = NULL;
    Err ignored = {0};
    *value = NULL;
    if (!str_trim(text).len)
        return true;
    bool ok = form == DELICATE_TOML ? toml_parse(arena, text, &read, &ignored)
                                    : jsonc_parse(arena, text, &doc, &ignored) && doc.root &&
                                          jsonc_value(arena, &doc, doc.root, &read, &ignored);
    *value = read;
    return ok;
}

/* The key with the member's own name at its end. */
static Str named_key(Arena *arena, Str key, const Json *member)
{
    size_t dot = str_find_last_byte(key, '.');
    Str head = str_slice(key, 0, dot == STR_NONE ? 0 : dot + 1);
    return member->key.len ? str_join(arena, head, member->key) : key;
}

/* Adds the members to which a key leads and that are not among those before. */
static void add_new(Arena *arena, const Json *before, const Json *after, Str key,
                    DelicateTouch *touch)
{
    MemberVec old = {0}, new = members_of(arena, after, key);
    Map known = map_open(arena);
    if (before)
        old = members_of(arena, before, key);
    for (size_t i = 0; i < old.len; i++)
        *map_put(&known, written(arena, old.ptr[i]), NULL) = 1;
    for (size_t i = 0; i < new.len; i++)
        if (!map_find(&known, written(arena, new.ptr[i])))
            *VEC_PUSH(arena, &touch->keys) = named_key(arena, key, new.ptr[i]);
}

/* ---- lines ---- */

static Map lines_of(Arena *arena, Str text)
{
    Map lines = map_open(arena);
    for (Str line; str_take_line(&text, &line);)
        *map_put(&lines, line, NULL) = 1;
    return lines;
}

static bool has_mark(const DelicateKeys *keys, Str line)
{
    for (size_t i = 0; i < keys->count; i++) {
        Str mark = str_from(keys->texts[i]);
        if (mark.ptr[0] == '^' ? str_starts(line, str_from_offset(mark, 1))
                               : str_find(line, mark) != STR_NONE)
            return true;
    }
    return false;
}

static size_t indent_of(Str line)
{
    size_t at = 0;
    while (at < line.len && byte_in(line.ptr[at], " \t"))
        at++;
    return at;
}

static bool touches_lines(Arena *arena, const DelicateKeys *keys, Str before, Str after,
                          uint32_t *line)
{
    Map known = lines_of(arena, before);
    Str rest = after, text;
    size_t below = SIZE_MAX; /* lines that are indented more count */
    for (*line = 1; str_take_line(&rest, &text); ++*line) {
        size_t indent = indent_of(text);
        if (!str_trim(text).len)
            continue;
        bool is_marked = has_mark(keys, str_lower(arena, text));
        if (below != SIZE_MAX && indent <= below)
            below = SIZE_MAX;
        if ((is_marked || below != SIZE_MAX) && !map_find(&known, text))
            return true;
        if (is_marked && below == SIZE_MAX)
            below = indent;
    }
    return false;
}

/* The first added line that has the last name of a key; else the first one. */
static uint32_t line_of(Arena *arena, Str key, Str before, Str after)
{
    Map known = lines_of(arena, before);
    size_t dot = str_find_last_byte(key, '.');
    Str name = str_from_offset(key, dot == STR_NONE ? 0 : dot + 1), line;
    uint32_t first = 0, number = 0;
    while (str_take_line(&after, &line)) {
        number++;
        if (map_find(&known, line))
            continue;
        first = first ? first : number;
        if (str_find(line, name) != STR_NONE)
            return number;
    }
    return MAX(first, 1U);
}

bool delicate_touches(Arena *arena, const DelicatePlace *place, Str before, Str after,
                      DelicateTouch *touch)
{
    const DelicateKeys *keys = place->keys;
    const Json *was, *now;
    *touch = (DelicateTouch){0};
    if (!keys)
        return true;
    if (keys->form == DELICATE_MARKS)
        return touches_lines(arena, keys, before, after, &touch->line);
    if (!read_value(arena, keys->form, before, &was))
        was = NULL;
    if (!read_value(arena, keys->form, after, &now)) {
        touch->line = 1;
        return true;
    }
    for (size_t i = 0; now && i < keys->count; i++)
        add_new(arena, was, now, str_from(keys->texts[i]), touch);
    if (touch->keys.len)
        touch->line = line_of(arena, touch->keys.ptr[0], before, after);
    return touch->keys.len > 0;
}
