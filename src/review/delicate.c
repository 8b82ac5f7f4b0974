/* One table of places (delicate.def), each with what runs it, and with the keys of its file that
   matter (delicate_keys.def). */
#include "review/delicate.h"

#include "review/policy.h"

#define KEYS(name_, form_, ...) \
    static const char *const name_##_texts[] = {__VA_ARGS__}; \
    static const DelicateKeys name_ = {form_, name_##_texts, COUNT(name_##_texts)};
#include "review/delicate_keys.def"
#undef KEYS

static const DelicatePlace places[] = {
#define KEYED(reach_, place_, keys_, what_) \
    {.place = STR_INIT(place_), .what = (what_), .reach = (reach_), .keys = &(keys_)},
#define WHOLE(reach_, place_, what_) \
    {.place = STR_INIT(place_), .what = (what_), .reach = (reach_)},
#define UNASKED(place_, what_) WHOLE(DELICATE_UNASKED, place_, what_)
#define BUILD(place_, what_) WHOLE(DELICATE_BUILD, place_, what_)
#define COMMAND(place_, what_) WHOLE(DELICATE_COMMAND, place_, what_)
#define CI(place_) UNASKED(place_, "it defines a CI job")
#define OWNERS(place_) UNASKED(place_, "it says who must approve changes")
#define HOOK(place_) UNASKED(place_, "git runs it as a hook")
#define GIT(place_) UNASKED(place_, "git can run programs by it")
#define GIT_FETCH(place_) UNASKED(place_, "git fetches other repositories by it")
#define VCS(place_) UNASKED(place_, "it belongs to a version control system, which runs its hooks")
#define EDITOR(place_) UNASKED(place_, "an editor runs what it says")
#define SHELL(place_) UNASKED(place_, "a shell or a tool runs it when the folder is opened")
#define TOOL(place_) UNASKED(place_, "a tool runs what it says, or fetches from where it says")
#define AGENT(place_) UNASKED(place_, "agents follow it, or start programs by it")
#define FOVEA(place_) UNASKED(place_, "it configures this program")
#define POLICY(place_) UNASKED(place_, "it is the policy of reviews")
#include "review/delicate.def"
};

/* A star stands for bytes of one part. */
static bool is_there(Str rest, Str place)
{
    size_t star = str_find_byte(place, '*');
    if (star == STR_NONE)
        return str_ends(place, STR("/")) ? str_starts(rest, place) : str_equal(rest, place);
    Str head = str_slice(place, 0, star), tail = str_from_offset(place, star + 1);
    return rest.len >= head.len + tail.len && str_starts(rest, head) && str_ends(rest, tail) &&
           str_find_byte(str_slice(rest, star, rest.len - tail.len), '/') == STR_NONE;
}

const DelicatePlace *delicate_find(Str path)
{
    for (size_t i = 0; i < COUNT(places); i++)
        for (size_t at = 0; at < path.len; at++)
            if ((!at || path.ptr[at - 1] == '/') &&
                is_there(str_from_offset(path, at), places[i].place))
                return &places[i];
    return NULL;
}

/* ---- what a task names ---- */

static bool is_name_byte(char c)
{
    return byte_is_word(c) || byte_in(c, "./-");
}

/* Whether a word of the text says to leave something alone. */
static bool has_denial(Str text)
{
    static const Str words[] = {STR_INIT("not"),    STR_INIT("n't"),     STR_INIT("never"),
                                STR_INIT("no"),     STR_INIT("without"), STR_INIT("except"),
                                STR_INIT("leave"),  STR_INIT("keep"),    STR_INIT("avoid"),
                                STR_INIT("ignore"), STR_INIT("besides"), STR_INIT("cannot"),
                                STR_INIT("dont")};
    while (text.len) {
        size_t end = 0;
        while (end < text.len && (byte_is_word(text.ptr[end]) || text.ptr[end] == '\''))
            end++;
        Str word = str_slice(text, 0, end);
        for (size_t i = 0; i < COUNT(words); i++)
            if (str_equal(word, words[i]) ||
                (word.len > words[i].len && i == 1 && str_ends(word, words[i])))
                return true;
        text = str_from_offset(text, MAX(end, (size_t)1));
    }
    return false;
}

/* The part of a text after the end of its last sentence. */
static Str last_clause(Str text)
{
    size_t from = 0;
    for (size_t i = 0; i < text.len; i++)
        if (byte_in(text.ptr[i], "\n;!?") ||
            (text.ptr[i] == '.' && i + 1 < text.len && byte_is_space(text.ptr[i + 1])))
            from = i + 1;
    return str_from_offset(text, from);
}

/* Whether the text has the name as a word of its own, in a sentence that does not deny it. */
static bool names(Str text, Str name)
{
    for (size_t at = 0; name.len && at + name.len <= text.len; at++) {
        Str after = str_from_offset(text, at + name.len);
        if (!str_starts(str_from_offset(text, at), name) ||
            (at && is_name_byte(text.ptr[at - 1]) && text.ptr[at - 1] != '/'))
            continue;
        bool ends = !after.len || !is_name_byte(after.ptr[0]) || after.ptr[0] == '/' ||
                    (after.ptr[0] == '.' && (after.len == 1 || byte_is_space(after.ptr[1])));
        if (ends && !has_denial(last_clause(str_slice(text, 0, at))))
            return true;
    }
    return false;
}

/* Whether a name looks like any word: `x`, `update`. */
static bool is_word(Str name)
{
    for (size_t i = 0; i < name.len; i++)
        if (!byte_is_alpha(name.ptr[i]))
            return false;
    return true;
}

/* Whether the text names the path, its last part, or a folder of it with a dot in front. A last
   part that looks like any word counts only if the place is a file of that name. */
static bool names_path(Str text, Str path)
{
    size_t slash = str_find_last_byte(path, '/');
    Str last = str_from_offset(path, slash == STR_NONE ? 0 : slash + 1);
    const DelicatePlace *place = delicate_find(path);
    bool counts = !is_word(last) || (place && str_find_byte(place->place, '/') == STR_NONE);
    if (names(text, path) || (counts && names(text, last)))
        return true;
    for (size_t at = 0; at < path.len; at++) {
        bool is_folder = path.ptr[at] == '/' && path.ptr[0] == '.';
        if (is_folder && names(text, str_slice(path, 0, at)))
            return true;
    }
    return false;
}

/* Parts of keys that tasks have for other reasons. */
static bool is_plain_word(Str part)
{
    static const char *const words[] = {
        "tool",    "project", "package",   "config",  "extra",   "lib",          "version",
        "install", "prepare", "uninstall", "patch",   "replace", "dependencies", "source",
        "build",   "plugins", "parser",    "include", "command", "init",         "environments",
        "test",    "start",   "targets",   "deploy",  "links"};
    for (size_t i = 0; i < COUNT(words); i++)
        if (str_equal(part, str_from(words[i])))
            return true;
    return part.len < 3;
}

/* Whether the text has a part of the key that is no plain word: `scripts`, `script`, `postinstall`.
 */
static bool names_key(Str text, Str key)
{
    Str part;
    while (str_take_until(&key, '.', &part)) {
        Str one = str_slice(part, 0, part.len - str_ends(part, STR("s")));
        if (!is_plain_word(part) && (names(text, part) || names(text, one)))
            return true;
    }
    return false;
}

bool delicate_is_named(Arena *arena, Str task, Str path, const DelicateTouch *touch)
{
    Str text = str_lower(arena, task);
    if (!names_path(text, str_lower(arena, path)))
        return false;
    for (size_t i = 0; i < touch->keys.len; i++)
        if (!names_key(text, str_lower(arena, touch->keys.ptr[i])))
            return false;
    return true;
}
